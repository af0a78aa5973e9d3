/// Why a file cannot be kept.
public enum FileFolderError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The folder or the file cannot be written, for this reason of the operating system.
    case unwritable(path: String, reason: String)

    /// A sentence.
    public var description: String {
        switch self {
        case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)."
        }
    }
}
