import Foundation

/// An empty folder of a test's own, which is gone afterwards.
final class TestFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("oriel-\(UUID().uuidString)").path

    /// The names of the files in it.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// The content of one of them.
    func content(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init) }

    func write(_ bytes: [UInt8], as name: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
