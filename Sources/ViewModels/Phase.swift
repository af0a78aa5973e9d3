/// Where a view model is in its life. Its outputs are defined in every phase.
public enum Phase: String, Sendable {
    /// Made, not yet shown to anybody.
    case initialized
    /// Bound to its models; complete, though no query has answered.
    case setUp
    /// Waiting for its models' first answer.
    case loading
    /// Showing what its models hold.
    case loaded
    /// Nobody looks any more; about to let go of its models.
    case unloading

    /// Whether a view model may go from this phase to `next`.
    package func mayBecome(_ next: Phase) -> Bool {
        switch (self, next) {
        case (.initialized, .setUp), (.setUp, .loading), (.loading, .loaded), (.loaded, .loading),
            (.setUp, .unloading), (.loading, .unloading), (.loaded, .unloading), (.unloading, .setUp):
            true
        default: false
        }
    }
}
