import Foundation

/// A `sqlite3` shell that stays open: another process that keeps its connection, as most programs do.
package final class SQLShell: @unchecked Sendable {  // one task uses it, one call at a time
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread: [UInt8] = []
    private var count = 0

    /// Opens the database at `path`. Output and errors share one stream.
    package init(_ path: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-bail", "-cmd", ".timeout 20000", path]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()  // the shell ends with its input
    }

    /// Runs SQL on the shell's connection and waits for its end.
    ///
    /// - Returns: Its output.
    ///
    /// - Throws: Its output, if a statement failed; the shell has then ended.
    @discardableResult
    package func run(_ sql: String) async throws -> String {
        try await blocking { [self] in
            count += 1
            let mark = "-- done \(count) --"
            input.fileHandleForWriting.write(Data("\(sql)\n;\n.print \(mark)\n".utf8))
            return try read(to: mark + "\n")
        }
    }

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
