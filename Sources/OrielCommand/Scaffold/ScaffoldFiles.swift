import Foundation

/// Files to be written, all or none, with a message about the next step.
struct ScaffoldFiles {
    /// One file.
    struct File {
        let path: String
        let text: String
        var isExecutable = false
    }

    let files: [File]
    let hint: String

    /// Writes the files.
    ///
    /// - Throws: A message, if one of them exists or cannot be written.
    func write() throws(Failure) {
        for file in files where (try? FileManager.default.attributesOfItem(atPath: file.path)) != nil {
            throw Failure("\(file.path) already exists. Nothing was written.")
        }
        for file in files {
            do {
                let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: file.path), options: .withoutOverwriting)
                if file.isExecutable {
                    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
                }
            } catch {
                throw Failure("\(file.path) cannot be written: \(error.localizedDescription)")
            }
        }
    }
}
