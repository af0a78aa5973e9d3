import Foundation
import Glibc

/// A secret of the settings: `{ env: NAME }`, or `{ file: PATH }` that only its owner can read. It is never printed.
enum Secret {
    /// Returns the secret, without a line break at its end; `nil` if it is missing, empty, or others may read it.
    static func value(_ parts: [String: String]) -> String? {
        switch (parts["env"], parts["file"]) {
        case (let name?, nil): clean(ProcessInfo.processInfo.environment[name])
        case (nil, let path?): isPrivate(path) ? clean(PasswordFile.firstLine(of: path)) : nil
        default: nil
        }
    }

    private static func clean(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    private static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o007 == 0
    }
}
