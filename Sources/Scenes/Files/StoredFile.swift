import FoundationEssentials
import Glibc
import ViewModels

/// Files in a folder, named by their content.
enum StoredFile {
    private static let types = Dictionary(uniqueKeysWithValues: ImageType.allCases.map { ($0.fileExtension, $0) })

    /// Whether this is a valid file name: a hash and a known file extension.
    static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 64
            && (parts[1] == "bin" || types[String(parts[1])] != nil)
            && parts[0].utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// Returns the name of a file whose content has this hash.
    static func name(ofHash hash: String, _ type: ImageType?) -> String { "\(hash).\(type?.fileExtension ?? "bin")" }

    /// Returns the kind of image of a file with this name; `nil` for other files.
    static func imageType(of name: String) -> ImageType? {
        name.split(separator: ".").last.flatMap { types[String($0)] }
    }

    /// Opens a file. Runs off the loop.
    @concurrent static func open(_ name: String, in folder: String) async -> OpenFile? {
        OpenFile("\(folder)/\(name)")
    }

    /// Deletes a file if it exists.
    static func delete(_ name: String, in folder: String) {
        unlink("\(folder)/\(name)")
    }

    /// Returns the names of the files in a folder that were written before a time.
    static func names(in folder: String, before time: Date) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { name in
            var status = stat()
            guard isName(name), stat("\(folder)/\(name)", &status) == 0 else { return false }
            return status.st_mtim.tv_sec < Int(time.timeIntervalSince1970)
        }
    }
}
