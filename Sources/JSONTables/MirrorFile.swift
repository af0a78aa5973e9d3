import Lists
import SQLite

/// The database of a mirror, in its own folder. It need not survive a crash, because the JSON file has all data.
struct MirrorFile: Sendable {
    let folder: ScratchFolder
    var path: String { folder.path + "/mirror.sqlite" }

    /// Creates a database by running `steps`.
    init(_ steps: [MirrorStep]) throws(StoreError) {
        folder = try ScratchFolder()
        do throws(SQLFailure) {
            let connection = try SQLConnection(path, .creating)
            try connection.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
            try connection.transaction { () throws(SQLFailure) in try Self.run(steps, connection.handle) }
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
