import Dispatch
import Foundation

/// A SQLite file of one test in its own folder, created and changed by the `sqlite3` shell, which is another process.
package final class Database: TestDatabase {
    private let place: TemporaryFolder

    package var engine: TestEngine { .sqlite }
    /// The folder, gone with the database.
    package var folder: String { place.path }
    /// The file.
    package var path: String { folder + "/test.sqlite" }

    /// A new file created by `sql`.
    package init(_ sql: String) throws {
        place = try TemporaryFolder()
        try Shell.run("sqlite3", ["-bail", "-cmd", "PRAGMA synchronous = OFF", path], input: sql)
    }

    /// Runs SQL in another process.
    ///
    /// - Returns: Its output.
    @discardableResult
    package func run(_ sql: String) async throws -> String {
        try await Self.run(sql, at: path)
    }

    package func dump() async throws -> String { try await run(".dump") }

    /// Runs SQL on the file at `path` in another process, which waits for locks.
    ///
    /// - Returns: Its output.
    @discardableResult
    package static func run(_ sql: String, at path: String) async throws -> String {
        try await blocking { try Shell.run("sqlite3", ["-bail", "-cmd", ".timeout 20000", path], input: sql) }
    }

    /// Renames the file, over another one if there is one.
    package func move(to place: String) throws {
        try Shell.run("mv", [path, place])
    }
}

/// Other programs.
package enum Shell {
    /// Runs a program to its end with this standard input.
    ///
    /// - Throws: Its standard error, if it failed.
    @discardableResult
    package static func run(_ program: String, _ arguments: [String], input: String = "") throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
        stdin.fileHandleForWriting.write(Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let output = stdout.fileHandleForReading.readDataToEndOfFile()
        let errors = stderr.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ClientError(String(decoding: errors, as: UTF8.self)) }
        return String(decoding: output, as: UTF8.self)
    }
}
