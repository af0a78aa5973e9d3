/// The reason why a list cannot be kept current.
public struct ListProblem: Error, Hashable, Sendable {
    /// A stable code for programs, such as `database-locked`.
    public let code: String
    /// A message for people: what is wrong and what to do.
    public let message: String

    /// Creates a problem with a code for programs and a message for people.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// The problem that a file cannot be written because its disk is full.
    package static let diskFull = ListProblem(
        code: "disk-full", message: "The server's disk is full. Retry later.")
}
