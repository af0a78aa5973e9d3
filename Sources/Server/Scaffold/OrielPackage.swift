import Foundation

/// Where an app has Oriel from: a folder of this machine, or a repository.
struct OrielPackage {
    private let place: String

    /// Checks a place; a path is made absolute.
    ///
    /// - Throws: A sentence, if there is no package in that folder.
    init(_ place: String) throws(Failure) {
        guard !Self.isAddress(place) else {
            self.place = place
            return
        }
        guard FileManager.default.fileExists(atPath: "\(place)/Package.swift") else {
            throw Failure("There is no package in \(place).")
        }
        self.place = URL(fileURLWithPath: place).standardizedFileURL.path
    }

    /// The folder with the sources of this program, if they are still there.
    static func find() -> String? {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return FileManager.default.fileExists(atPath: folder.path + "/Package.swift") ? folder.path : nil
    }

    /// The entry among the dependencies of a package.
    var dependency: String {
        Self.isAddress(place)
            ? ".package(url: \(literal(place)), branch: \"main\")" : ".package(path: \(literal(place)))"
    }

    /// The name that products of it are found under: the last part of the place.
    var identity: String {
        let last = place.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? place
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }

    private func literal(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func isAddress(_ place: String) -> Bool {
        place.contains("://") || place.hasPrefix("git@")
    }
}
