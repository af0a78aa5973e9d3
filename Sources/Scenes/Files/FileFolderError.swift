import DataSources
import Glibc

/// Why a file cannot be kept.
public enum FileFolderError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The folder or the file cannot be written, for this reason of the operating system.
    case unwritable(path: String, reason: String)
    /// The disk is full, or as much of it as the program may have.
    case full(path: String)

    /// A sentence, which does not tell visitors where the folder is.
    public var description: String {
        switch self {
        case .full: ListProblem.diskFull.message
        case .unwritable(_, let reason): "The file cannot be kept: \(reason)."
        }
    }
}

extension FileFolderError {
    /// What an error number of the system means for a file at `path`.
    init(_ code: Int32, at path: String) {
        self =
            [ENOSPC, EDQUOT].contains(code)
            ? .full(path: path) : .unwritable(path: path, reason: String(cString: strerror(code)))
    }
}
