/// The reason why a server cannot be reached, or does not answer as expected.
package struct ConnectionError: Error, CustomStringConvertible {
    /// The reason, as a sentence.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}
