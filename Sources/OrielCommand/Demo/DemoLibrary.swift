import Glibc
import SQLite

/// The demo's generated music library: the same rows on every machine and at any time.
///
/// It has 36 genres, 1,200 artists, 2,500 albums, more than 20,000 tracks and 30 playlists.
enum DemoLibrary {
    /// Creates the library at `path` unless a file exists; returns whether it did. Takes less than 2 seconds in a
    /// release build.
    ///
    /// The file appears atomically: it is written beside its path and linked into it. If two processes do this at once,
    /// the first one wins. Throws `SQLFailure`, and `POSIXProblem` of the link.
    @discardableResult
    static func create(at path: String) throws -> Bool {
        guard access(path, F_OK) != 0 else { return false }
        let draft = "\(path).draft-\(getpid())"
        unlink(draft)
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) } }
        try fill(draft)
        return try publish(draft, as: path)
    }

    private static func fill(_ path: String) throws(SQLFailure) {
        let connection = try SQLConnection(path, .creating)
        try connection.transaction { () throws(SQLFailure) in
            try connection.run(DemoSchema.tables)
            var rows = DemoRows(connection.handle)
            try rows.insertAll()
            try connection.run(DemoSchema.indexes)
            try connection.run("ANALYZE")
        }
        try connection.run("PRAGMA journal_mode = WAL")
    }

    private static func publish(_ draft: String, as path: String) throws -> Bool {
        if link(draft, path) == 0 { return true }
        if errno == EEXIST { return false }
        // Without hard links: a rename is atomic too, but does not detect another process.
        guard rename(draft, path) == 0 else { throw POSIXProblem(path: path, code: errno) }
        return true
    }

    /// A system error with its path.
    struct POSIXProblem: Error, CustomStringConvertible {
        let path: String
        let code: Int32

        var description: String { "\(path): \(String(cString: strerror(code)))" }
    }
}
