import Foundation
import TestSupport

/// A folder of a test's own, which is there when something has been written to it.
final class TestFolder: Sendable {
    private let place: TemporaryFolder

    var path: String { place.path + "/files" }

    init() throws {
        place = try TemporaryFolder()
    }

    /// The names of the files in it.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// The content of one of them.
    func content(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init) }

    func write(_ bytes: [UInt8], as name: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
}
