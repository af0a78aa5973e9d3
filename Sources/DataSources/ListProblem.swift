/// Why a list cannot be kept current.
public struct ListProblem: Error, Hashable, Sendable {
    /// A stable name for programs, such as `database-locked`.
    public let code: String
    /// A sentence for people: what is wrong, and what to do.
    public let message: String

    /// A problem with a code for programs and a sentence for people.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// The disk of a file that would be written is full.
    package static let diskFull = ListProblem(
        code: "disk-full", message: "There is no room on the server's disk. Try again when there is.")
}
