/// A phase in the life cycle of a view model. Its outputs are defined in every phase.
public enum Phase: String, Sendable {
    /// Created, not yet shown by any client.
    case initialized
    /// Outputs computed: complete, although nothing is loaded.
    case setUp
    /// Loading the content.
    case loading
    /// Showing the content of the models.
    case loaded
    /// No longer shown by any client; about to release the models.
    case unloading

    /// Returns whether a view model may go from this phase to `next`.
    package func mayBecome(_ next: Phase) -> Bool {
        switch (self, next) {
        case (.initialized, .setUp), (.setUp, .loading), (.loading, .loaded), (.loading, .unloading),
            (.loaded, .loading), (.loaded, .unloading), (.unloading, .setUp):
            true
        default: false
        }
    }
}
