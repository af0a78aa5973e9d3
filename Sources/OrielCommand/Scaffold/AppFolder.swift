import Foundation

/// The folder of an app and its target: the place of its sources and tests.
struct AppFolder {
    /// The path of the app, with a slash at the end; empty for the working directory.
    let path: String
    /// The name of the target.
    let target: String

    /// Finds the target of the package in a folder; the folder may also be a target's folder.
    ///
    /// - Throws: A message, if there is no app, or one with several targets.
    init(_ folder: String) throws(Failure) {
        let url = URL(fileURLWithPath: folder).standardizedFileURL
        let above = url.deletingLastPathComponent()
        if above.lastPathComponent == "Sources", Self.isPackage(above.deletingLastPathComponent().path) {
            path = above.deletingLastPathComponent().path + "/"
            target = url.lastPathComponent
            return
        }
        guard Self.isPackage(folder) else {
            throw Failure("No app in \(folder). Run this in a folder that `oriel new app` created.")
        }
        path = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        let targets = Self.folders(in: path + "Sources")
        guard let only = targets.first, targets.count == 1 else {
            throw Failure(
                targets.isEmpty
                    ? "The package has no folder in Sources."
                    : "The package has several targets. Choose one, as in --in \(path)Sources/\(targets[0]).")
        }
        target = only
    }

    private static func isPackage(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/Package.swift")
    }

    private static func folders(in path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
                && isFolder.boolValue && !name.hasPrefix(".")
        }
    }
}
