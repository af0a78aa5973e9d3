/// A mistake in a file: where it is, what is wrong, and what to do.
package struct TextFault: Error, Equatable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1.
    package let column: Int
    /// The sentence.
    package let message: String

    /// Creates a fault.
    package init(line: Int, column: Int, message: String) {
        (self.line, self.column, self.message) = (line, column, message)
    }

    /// Returns the fault as compilers print theirs: `access.yaml:9:12: Ticket has no column "Prioity".`
    package func text(in file: String) -> String { "\(file):\(line):\(column): \(message)" }
}
