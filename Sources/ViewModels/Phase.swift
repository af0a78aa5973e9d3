/// Where a view model is in its life. Its outputs are defined in every phase.
public enum Phase: String, Sendable {
    /// Made, not yet shown to anybody.
    case initialized
    /// Its outputs are worked out; complete, though nothing was loaded.
    case setUp
    /// Loading what it shows.
    case loading
    /// Showing what its models hold.
    case loaded
    /// Nobody looks any more; about to let go of its models.
    case unloading

    /// Whether a view model may go from this phase to `next`.
    package func mayBecome(_ next: Phase) -> Bool {
        switch (self, next) {
        case (.initialized, .setUp), (.setUp, .loading), (.loading, .loaded), (.loading, .unloading),
            (.loaded, .loading), (.loaded, .unloading), (.unloading, .setUp):
            true
        default: false
        }
    }
}
