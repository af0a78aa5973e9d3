import Foundation
import PostgreSQL

/// A client program of PostgreSQL, which connects as a connection of ours does. Its password is in its environment, not
/// in its arguments, which other users can read.
package struct ClientTool {
    let name: String
    let arguments: [String]
    var environment: [String: String] = [:]

    /// Runs the program to its end, and calls `body` with each line of its output.
    func run(_ body: (Data) -> Void = { _ in }) throws(BackupError) {
        guard let path = Self.find(name) else {
            throw BackupError(
                "\(name) is missing. Install the client programs of PostgreSQL (Debian: postgresql-client), of the "
                    + "server's version or a newer one.")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        // A service file would take precedence over the variables.
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            .filter { $0.key != "PGSERVICE" }
        let output = Pipe()
        let errors = FileManager.default.temporaryDirectory.appendingPathComponent("oriel-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil, attributes: [.posixPermissions: 0o600])
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        do {
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
        } catch {
            throw BackupError("\(name) cannot be started: \(error.localizedDescription)")
        }
        Self.readLines(output.fileHandleForReading, body)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            throw BackupError("\(name) failed: \(said.trimmingCharacters(in: .whitespacesAndNewlines))")
        }
    }

    /// Returns the path of a program of the search path.
    package static func find(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func readLines(_ file: FileHandle, _ body: (Data) -> Void) {
        var rest = Data()
        while case let more = file.availableData, !more.isEmpty {
            rest += more
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                body(rest[start..<end])
                start = end + 1
            }
            rest = Data(rest[start...])
        }
        if !rest.isEmpty { body(rest) }
    }
}
