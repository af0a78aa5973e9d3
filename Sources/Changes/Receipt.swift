/// The identity of a command that may be retried: its key, and a hash of its request.
package struct Receipt: Sendable, Equatable {
    /// The key, unique among all commands.
    package let key: String
    /// The hash of the request.
    package let request: UInt64
    /// Whether the caller only asks for the outcome of the command: an unknown command is not carried out.
    package var isQuestion = false

    /// Creates the receipt of a command.
    package init(key: String, request: UInt64) {
        (self.key, self.request) = (key, request)
    }
}
