import Foundation

/// The source of the Oriel package for an app: a folder of this machine, or a repository.
struct OrielPackage {
    /// The folder or the URL.
    let place: String

    /// Checks a folder or URL; a path becomes absolute.
    ///
    /// - Throws: A message, if there is no package in that folder.
    init(_ place: String) throws(Failure) {
        guard !Self.isAddress(place) else {
            self.place = place
            return
        }
        guard FileManager.default.fileExists(atPath: "\(place)/Package.swift") else {
            throw Failure("No package in \(place).")
        }
        self.place = URL(fileURLWithPath: place).standardizedFileURL.path
    }

    /// Returns the folder of Oriel's sources, if this machine has it: above the program, or where it was built.
    static func find() -> String? {
        find(above: [URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(), URL(fileURLWithPath: #filePath)])
    }

    /// Returns the first folder above one of these files that is Oriel's package.
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

    /// Whether it is a folder of this machine.
    var isLocal: Bool { !Self.isAddress(place) }

    /// The entry among the dependencies of a package.
    var dependency: String {
        isLocal ? ".package(path: \(literal(place)))" : ".package(url: \(literal(place)), branch: \"main\")"
    }

    /// The package's identity in product dependencies: the last part of the folder or URL.
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
