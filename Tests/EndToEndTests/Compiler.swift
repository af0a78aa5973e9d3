import Foundation
import TestSupport

/// The Swift compiler, with the modules that these tests were built with.
enum Compiler {
    /// Writes a program `swift` into a folder. It builds an app as `swift build --product NAME` does, without building
    /// Oriel first: it links the objects of these tests.
    static func writeSwift(into folder: String) throws {
        let objects = "\(folder)/objects"
        let all = try String(
            contentsOf: products.appendingPathComponent("Todo.product/Objects.LinkFileList"), encoding: .utf8)
        let others = all.split(separator: "\n").filter { !$0.contains("/Todo.build/") }
        try Data(others.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: objects))
        let words = (flags + ["-parse-as-library", "-Onone", "-g", "-use-ld=lld", "@\(objects)"]).map { "'\($0)'" }
            .joined(
                separator: " ")
        let script = """
            #!/bin/sh
            set -e
            [ "$1 $2" = 'build --product' ]
            mkdir -p .build/debug
            export TMPDIR="$PWD/.build"  # apart from other compilers of an app of this name
            swiftc \(words) -module-name "$3" $(find "$PWD/Sources/$3" -name "*.swift") -o ".build/debug/$3.new"
            mv ".build/debug/$3.new" ".build/debug/$3"
            """
        let path = "\(folder)/swift"
        try Data(script.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// Checks the sources and the tests of an app in a folder; warnings are errors.
    ///
    /// - Returns: The diagnostics; empty if there are none.
    static func faults(of app: String, in folder: ScaffoldFolder) async throws -> String {
        let sources = try folder.swiftFiles(below: "\(app)/Sources")
        let tests = try folder.swiftFiles(below: "\(app)/Tests")
        let module = ["-emit-module", "-emit-module-path", "\(folder.path)/\(app).swiftmodule", "-enable-testing"]
        let faults = try await run(["-parse-as-library", "-module-name", app] + module + sources)
        guard faults.isEmpty else { return faults }
        return try await run(["-typecheck", "-module-name", "\(app)Tests", "-I", folder.path] + tests)
    }

    private static func run(_ arguments: [String]) async throws -> String {
        let run = Run()
        try run.begin(flags + arguments)
        return try await blocking { run.end() }
    }

    private final class Run: @unchecked Sendable {  // guard: one thread has it at a time
        private let process = Process()
        private let errors = Pipe()

        func begin(_ arguments: [String]) throws {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["timeout", "--signal=KILL", "300", "swiftc"] + arguments
            process.standardError = errors
            try process.run()
        }

        func end() -> String {
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return process.terminationStatus == 0 ? said : "\(said) (exit code \(process.terminationStatus))"
        }
    }

    private static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// The compiler's arguments, and the search paths of modules.
    private static var flags: [String] {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL.path
        let build = products.deletingLastPathComponent().deletingLastPathComponent().path
        let targets = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/Sources")) ?? []
        let libraries = ["Yams/Sources/CYaml/include"]
        let folders = targets.map { "\(root)/Sources/\($0)" } + libraries.map { "\(build)/checkouts/\($0)" }
        let maps = folders.map { "\($0)/module.modulemap" }.filter(FileManager.default.fileExists)
        return [
            "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
            "-enable-upcoming-feature", "MemberImportVisibility", "-I", products.appendingPathComponent("Modules").path,
        ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }
}
