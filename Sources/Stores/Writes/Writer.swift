import CSQLite
import GRDB
import Glibc
import Loop

/// The connection that writes: commands that come together are one transaction, all or nothing.
final class Writer: Sendable {
    private let queue: DatabaseQueue

    /// Opens the file for writing; `nil` when that is not allowed. The first look also mends what a writer left that was
    /// killed in mid-transaction, which a connection that only reads cannot.
    init?(path: String, busyTimeout: Duration) throws {
        guard access(path, W_OK) == 0 else { return nil }
        var configuration = Configuration()
        configuration.label = "oriel.writer"
        let (seconds, attoseconds) = busyTimeout.components
        configuration.busyMode = .timeout(Double(seconds) + Double(attoseconds) / 1e18)
        configuration.acceptsDoubleQuotedStringLiterals = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
            guard let connection = database.sqliteConnection else { return }
            let statement = try SQLStatement(connection, "PRAGMA schema_version")
            do throws(SQLFailure) {
                _ = try statement.step()
            } catch {
                guard error.storeError == .locked else { throw error }
            }
        }
    }

    /// Closes the connection, after the command that it carries out at the moment.
    func close() {
        try? queue.close()
    }

    /// Carries out commands in one transaction, off the loop, unless others take until `deadline`; in the order of the calls.
    @SceneActor func run(
        _ commands: [WriteCommand], schema: Schema, deadline: ContinuousClock.Instant
    ) async throws(CommandError) -> [WriteOutcome] {
        let result: Result<[WriteOutcome], CommandError> = await withCheckedContinuation { continuation in
            queue.asyncWriteWithoutTransaction { database in
                continuation.resume(
                    returning: Result { () throws(CommandError) in
                        guard ContinuousClock.now < deadline else { throw .busy }
                        guard let connection = database.sqliteConnection else {
                            throw .failed(message: "The database is closed.")
                        }
                        return try WriteTransaction(connection: connection, schema: schema).run(commands)
                    })
            }
        }
        return try result.get()
    }
}
