import Foundation
import TestSupport

/// An empty folder for what `oriel new` writes; it is gone afterwards.
final class ScaffoldFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("oriel-new-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
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

    /// Has the compiler check the sources and the tests of an app, with the modules that these tests were built with;
    /// warnings are errors.
    func compile(app: String) async throws -> Program.Ending {
        let files = try everything
        let module = "\(path)/\(app).swiftmodule"
        func swift(in part: String) -> [String] {
            files.filter { $0.hasPrefix("\(app)/\(part)/") && $0.hasSuffix(".swift") }.map { "\(path)/\($0)" }
        }
        let made = try await Program.run(
            tool: "swiftc",
            Self.flags + ["-enable-testing", "-parse-as-library", "-module-name", app, "-emit-module"]
                + ["-emit-module-path", module] + swift(in: "Sources"))
        guard made.status == 0 else { return made }
        return try await Program.run(
            tool: "swiftc",
            Self.flags + ["-typecheck", "-module-name", "\(app)Tests", "-I", path] + swift(in: "Tests"))
    }

    /// What an app is compiled with, and where what it imports is.
    private static var flags: [String] {
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL.path
        let build = products.deletingLastPathComponent().deletingLastPathComponent().path
        let headers = ["CMicrohttpd", "CJansson", "CSQLite", "CLinux"].map { "\(root)/Sources/\($0)" }
        let maps = headers + ["\(build)/checkouts/GRDB.swift/Sources/GRDBSQLite"]
        return [
            "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
            "-enable-upcoming-feature", "MemberImportVisibility", "-I", products.appendingPathComponent("Modules").path,
        ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)/module.modulemap"] }
    }
}
