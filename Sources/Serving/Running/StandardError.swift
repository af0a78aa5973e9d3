import Foundation

/// Where a server says what its operator should know.
enum StandardError {
    /// Writes a warning: one sentence or more, on a line.
    static func warn(_ message: String) {
        FileHandle.standardError.write(Data("Warning: \(message)\n".utf8))
    }
}
