import Foundation

/// A shell that stays open, `sqlite3` or `psql`: another process that keeps its connection, as most programs do.
package final class SQLShell: @unchecked Sendable {  // one task uses it, one call at a time
    private let engine: TestEngine
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread: [UInt8] = []
    private var count = 0

    /// Opens the SQLite database at `path`. Output and errors share one stream.
    package convenience init(_ path: String) throws {
        try self.init(["sqlite3", "-bail", "-cmd", ".timeout 20000", path], on: .sqlite)
    }

    /// Opens a database of either engine. The shell enforces no foreign keys.
    package convenience init(of database: any TestDatabase) throws {
        switch database.engine {
        case .sqlite: try self.init(database.path)
        case .postgres:
            let psql = try PostgresCluster.shared.psql
            try self.init([psql, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", database.path], on: .postgres)
            write("SET session_replication_role = replica;\n")
        }
    }

    private init(_ command: [String], on engine: TestEngine) throws {
        self.engine = engine
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()  // the shell ends with its input
    }

    /// Runs SQL in the dialect of SQLite on the shell's connection, and waits for its end.
    ///
    /// - Returns: Its output.
    ///
    /// - Throws: Its output, if a statement failed; the shell has then ended.
    @discardableResult
    package func run(_ sql: String) async throws -> String {
        try await blocking { [self] in
            count += 1
            let mark = "-- done \(count) --"
            switch engine {
            case .sqlite: write("\(sql)\n;\n.print \(mark)\n")
            case .postgres: write("\(PostgresDialect.sql(sql))\n;\nSELECT '\(mark)';\n")
            }
            return try read(to: mark + "\n")
        }
    }

    private func write(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

    private func read(to mark: String) throws -> String {
        let pattern = Array(mark.utf8)
        while true {
            if let found = unread.firstRange(of: pattern) {
                defer { unread.removeSubrange(..<found.upperBound) }
                return String(decoding: unread[..<found.lowerBound], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw ClientError(String(decoding: unread, as: UTF8.self)) }
            unread += more
        }
    }
}
