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
}
