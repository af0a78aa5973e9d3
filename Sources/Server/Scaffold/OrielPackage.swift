import Foundation

/// Where an app has Oriel from: a folder of this machine, or a repository.
struct OrielPackage {
    /// The folder, or the address.
    let place: String

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

    /// The folder with Oriel's sources, if this machine has them: above the program, or where it was built.
    static func find() -> String? {
        find(above: [URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(), URL(fileURLWithPath: #filePath)])
    }

    /// The first folder above one of these files that is Oriel's package.
    static func find(above files: [URL]) -> String? {
        let folders = files.flatMap { file in
            sequence(first: file.deletingLastPathComponent()) { folder in
                folder.path == "/" ? nil : folder.deletingLastPathComponent()
            }
        }
        return folders.map(\.path).first { folder in
            ["Package.swift", "Sources/Oriel"].allSatisfy { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
        }
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
