import Loop

/// The language in which texts are made.
package enum Language {
    /// The language of the screen that is being made; `nil` without one.
    @TaskLocal package static var current: String?
}
