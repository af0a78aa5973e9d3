import Loop

extension ViewModel {
    /// The language of the screen, one of ``AppCoordinator/languages``; empty if the app has none. All viewers of a
    /// screen have the same.
    public final var language: String { languageOfScreen ?? parent?.language ?? "" }
}
