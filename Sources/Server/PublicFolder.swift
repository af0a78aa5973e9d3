import Foundation

/// Finds the browser client's files.
enum PublicFolder {
    /// The folder `public` with the client in it: of the working directory, or of one above the program; `nil` if there
    /// is none.
    static func find() -> String? {
        var places = [FileManager.default.currentDirectoryPath]
        var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        for _ in 0..<5 {
            places.append(folder.path)
            places.append(folder.appendingPathComponent("share/oriel").path)
            folder.deleteLastPathComponent()
        }
        return places.lazy.map { $0 + "/public" }.first { FileManager.default.fileExists(atPath: $0 + "/index.html") }
    }
}
