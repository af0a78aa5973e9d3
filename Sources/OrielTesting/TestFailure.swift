/// The reason why a test cannot go on, such as a button that the page does not have. It prints the page.
public struct TestFailure: Error, CustomStringConvertible {
    /// The reason, and the page as the visitor sees it.
    public let description: String

    init(_ reason: String, on page: (any CustomStringConvertible)? = nil) {
        description = reason + (page.map { "\n\n\($0)" } ?? "")
    }
}
