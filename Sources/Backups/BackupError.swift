import Glibc
import SQLite

/// A failure of a backup or a restore.
package struct BackupError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    init(_ path: String, _ failure: SQLFailure) {
        let message = failure.message
        self.init("\(path): \(message.prefix(1).uppercased())\(message.dropFirst()).")
    }

    /// An error of the system, from `errno`.
    init(system path: String, _ code: Int32 = errno) { self.init("\(path): \(String(cString: strerror(code))).") }
}
