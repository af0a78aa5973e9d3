/// A mistake in the settings, as a sentence.
public struct SettingsError: Error, CustomStringConvertible {
    /// The sentence.
    public let description: String

    /// Creates an error.
    package init(description: String) { self.description = description }
}
