import CSQLite
import Lists
import SQLite

/// The database of a mirror, in its own folder. It need not survive a crash, because the JSON file has all data.
struct MirrorFile: Sendable {
    let folder: ScratchFolder
    var path: String { folder.path + "/mirror.sqlite" }

    /// Creates a database by running `steps`.
    init(_ steps: [MirrorStep]) throws(StoreError) {
        folder = try ScratchFolder()
        var connection: OpaquePointer?
        let status = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        defer { sqlite3_close_v2(connection) }
        do throws(SQLFailure) {
            guard status == SQLITE_OK, let connection else { throw SQLFailure(connection) }
            defend(connection)
            for pragma in ["journal_mode = WAL", "synchronous = OFF"] {
                try SQLStatement(connection, "PRAGMA " + pragma).run()
            }
            try SQLStatement(connection, "BEGIN").run()
            try Self.run(steps, connection)
            try SQLStatement(connection, "COMMIT").run()
        } catch {
            throw ScratchFolder.unusable(error.message)
        }
    }

    /// Runs the steps, in an open transaction.
    static func run(_ steps: [MirrorStep], _ connection: OpaquePointer) throws(SQLFailure) {
        for step in steps where !step.runs.isEmpty {
            let statement = try SQLStatement(connection, step.sql)
            for values in step.runs { try statement.run(values) }
        }
    }
}
