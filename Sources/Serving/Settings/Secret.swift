import Access
import Foundation
import Glibc

/// A secret of the settings: `{ env: NAME }`, or `{ file: PATH }` that only its owner can read. It is never printed.
package enum Secret {
    /// Returns the secret, without a line break at its end; `nil` if neither or both are named.
    ///
    /// - Throws: A sentence, if the secret is missing or empty, or others may read the file.
    package static func value(_ parts: [String: String]) throws(SettingsError) -> String? {
        switch (parts["env"], parts["file"]) {
        case (let name?, nil):
            return try present(ProcessInfo.processInfo.environment[name], "environment variable \(name)")
        case (nil, let path?):
            var status = stat()
            guard stat(path, &status) == 0 else {
                throw SettingsError(
                    description: "The file \(path) cannot be read: \(String(cString: strerror(errno))).")
            }
            guard status.st_mode & 0o007 == 0 else {
                throw SettingsError(
                    description: "The file \(path) may be read by others. Run `chmod 600` on it.")
            }
            return try present(Access.firstLine(of: path), "file \(path)")
        default: return nil
        }
    }

    private static func present(_ text: String?, _ place: String) throws(SettingsError) -> String {
        if let text, !text.isEmpty { return text }
        throw SettingsError(description: "The \(place) has no secret.")
    }
}
