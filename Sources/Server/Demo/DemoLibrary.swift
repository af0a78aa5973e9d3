import GRDB
import Glibc

/// The demo's music library, made up: the same rows at every place and time.
///
/// Table by table: 36 genres, 1,200 artists, 2,500 albums, more than 20,000 tracks, 30 playlists.
enum DemoLibrary {
    /// Makes the library at `path` unless there is a file already; true if it did. Under 2 seconds in a release build.
    ///
    /// The file appears whole or not at all: it is written beside its place and linked into it, so that of two processes that do
    /// this at once the first wins. Errors are GRDB's, and `POSIXProblem` of the link.
    @discardableResult
    static func create(at path: String) throws -> Bool {
        guard access(path, F_OK) != 0 else { return false }
        let draft = "\(path).draft-\(getpid())"
        unlink(draft)
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) } }
        let queue = try DatabaseQueue(path: draft)
        try fill(queue)
        try queue.close()
        return try publish(draft, as: path)
    }

    private static func fill(_ queue: DatabaseQueue) throws {
        try queue.write { database in
            try database.execute(sql: DemoSchema.tables)
            var rows = DemoRows(database: database)
            try rows.insertAll()
            try database.execute(sql: DemoSchema.indexes)
            try database.execute(sql: "ANALYZE")
        }
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    }

    private static func publish(_ draft: String, as path: String) throws -> Bool {
        if link(draft, path) == 0 { return true }
        if errno == EEXIST { return false }
        // A file system without hard links: a rename is as whole, though it does not see who was first.
        guard rename(draft, path) == 0 else { throw POSIXProblem(path: path, code: errno) }
        return true
    }

    /// What the system said about a path.
    struct POSIXProblem: Error, CustomStringConvertible {
        let path: String
        let code: Int32

        var description: String { "\(path): \(String(cString: strerror(code)))" }
    }
}
