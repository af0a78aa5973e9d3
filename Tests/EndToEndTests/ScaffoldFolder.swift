import Foundation
import TestSupport

/// An empty folder for `oriel new`, which is removed afterwards.
final class ScaffoldFolder: Sendable {
    private let place: TemporaryFolder

    var path: String { place.path }

    init() throws {
        place = try TemporaryFolder()
    }

    /// Runs `oriel new`.
    func new(_ kind: String, _ name: String, in folder: String, _ more: String...) async throws -> Program.Ending {
        try await Program.run(["new", kind, name, "--in", folder] + more)
    }

    /// The paths of all files in the folder.
    var everything: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.contains(".swift") }.sorted()
        }
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"), encoding: .utf8)
    }

    /// The paths of the Swift files below a folder in it.
    func swiftFiles(below folder: String) throws -> [String] {
        try everything.filter { $0.hasPrefix("\(folder)/") && $0.hasSuffix(".swift") }.map { "\(path)/\($0)" }
    }

    /// Replaces a text in a file.
    func replace(_ old: String, in name: String, with new: () -> String) throws {
        let text = try text(name).replacingOccurrences(of: old, with: new())
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    /// Gives a body an app in the folder that `oriel dev` serves. A person is added before.
    func develop(
        _ app: String, person: String, _ body: @Sendable (Program, _ port: Int) async throws -> Void
    ) async throws {
        let password = "\(path)/password"
        try Data("\(UUID())\n".utf8).write(to: URL(fileURLWithPath: password))
        let users = "\(path)/\(app)/data/access.sqlite"
        try FileManager.default.createDirectory(
            atPath: "\(path)/\(app)/data", withIntermediateDirectories: true)
        let added = try await Program.run("user", "add", person, "--users", users, "--password-file", password)
        guard added.status == 0 else { throw ClientError(added.errors) }
        try FileManager.default.createDirectory(atPath: "\(path)/bin", withIntermediateDirectories: true)
        try Compiler.writeSwift(into: "\(path)/bin")
        let search = "\(path)/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin")
        let place = "\(path)/\(app)"
        try await using(
            { try Program(["dev", "--in", place, "--port", "0"], environment: ["PATH": search]) },
            close: { try? await $0.stop() }
        ) { program in
            guard let port = try await program.port() else {
                throw ClientError("oriel dev printed no address: \(try await program.end().errors)")
            }
            try await body(program, port)
        }
    }
}
