import Changes
import Lists
import PostgreSQL
import Tables

/// Commands that run together: all or none.
struct WriteBatch: Sendable {
    let commands: [WriteCommand]
    /// The role that runs the commands; `nil` for the one that has connected.
    let role: DatabaseRole?
    /// Identifies the commands if they are sent again; `nil` if they will not be.
    let receipt: Receipt?
    /// How long a statement waits for a lock, in milliseconds.
    var patience: Int64 = 5_000
    /// Runs after the commands, in their transaction. It may run more than once.
    var body: (@Sendable (PostgresConnection) throws -> Void)?
}

/// The result of a batch.
typealias BatchResult = Result<[WriteOutcome], any Error>

/// The present command of a batch, to explain an error of the server.
struct WriteStep {
    let table: Table
    var values: [(column: Column, value: SQLValue)] = []
    var isDeletion = false
}
