import Foundation

/// Finds the files of the browser client.
package enum PublicFolder {
    /// Returns a sentence that says why the folder cannot be read; `nil` if it can be read, or if no folder is set.
    static func fault(of folder: String?) -> String? {
        guard let folder, !folder.isEmpty, (try? FileManager.default.contentsOfDirectory(atPath: folder)) == nil else {
            return nil
        }
        return "\(folder): The folder of the browser client cannot be read."
    }

    /// Returns the folder `public` with the client: in the working directory, in a folder above the program, or in
    /// Oriel's sources if the app was built with them. Returns `nil` if there is none.
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
