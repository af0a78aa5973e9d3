import Changes
import Lists

/// Commands that run together: all or none.
struct WriteBatch: Sendable {
    let commands: [WriteCommand]
    /// Identifies the commands if they are sent again; `nil` if they will not be.
    let receipt: Receipt?
    /// Runs after the commands, in their transaction. It may run more than once.
    var body: (@Sendable (OpaquePointer) throws -> Void)?
}
