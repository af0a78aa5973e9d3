import Foundation

/// Finds the browser client's files.
package enum PublicFolder {
    /// Why a folder cannot be the client's, in a sentence; `nil` when it can, and when there is none.
    static func fault(of folder: String?) -> String? {
        guard let folder, !folder.isEmpty, (try? FileManager.default.contentsOfDirectory(atPath: folder)) == nil else {
            return nil
        }
        return "\(folder): The folder of the browser client cannot be read."
    }

    /// The folder `public` with the client in it: of the working directory, of one above the program, or of Oriel's own
    /// sources, where an app was built with them; `nil` if there is none.
    package static func find() -> String? {
        var places = [FileManager.default.currentDirectoryPath]
        for start in [
            URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(), URL(fileURLWithPath: #filePath),
        ] {
            var folder = start.deletingLastPathComponent()
            for _ in 0..<5 {
                places.append(folder.path)
                places.append(folder.appendingPathComponent("share/oriel").path)
                folder.deleteLastPathComponent()
            }
        }
        return places.lazy.map { $0 + "/public" }.first { FileManager.default.fileExists(atPath: $0 + "/index.html") }
    }
}
