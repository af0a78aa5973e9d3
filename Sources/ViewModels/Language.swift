import Loop

/// A language of an app, with the app's texts.
package struct Language: Sendable {
    /// The language of the screen that is being made; `nil` without one.
    @TaskLocal package static var current: Language?

    /// The tag of BCP 47, such as `de`.
    package let tag: String
    /// The texts in all languages.
    let texts: Texts

    /// Creates a language of texts.
    package init(_ tag: String, of texts: Texts) {
        (self.tag, self.texts) = (tag, texts)
    }
}
