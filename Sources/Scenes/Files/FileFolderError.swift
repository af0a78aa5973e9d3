import DataSources
import Glibc
import ViewModels

/// The reason why a file cannot be stored.
public enum FileFolderError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The folder or the file cannot be written. `reason` is the message of the operating system.
    case unwritable(path: String, reason: String)
    /// The disk is full, or the disk quota of the program is used up.
    case full(path: String)

    /// A sentence for users. It does not reveal the path of the folder.
    public var description: String {
        switch self {
        case .full: ListProblem.diskFull.message
        case .unwritable(_, let reason): "The file cannot be stored: \(reason)."
        }
    }
}

extension FileFolderError {
    /// Makes the error for an `errno` code and the file at `path`.
    init(_ code: Int32, at path: String) {
        self =
            [ENOSPC, EDQUOT].contains(code)
            ? .full(path: path) : .unwritable(path: path, reason: String(cString: strerror(code)))
    }
}

extension FileFolderError: CommandFailing {
    /// The failure of an upload. A full disk may pass.
    public var commandFailure: CommandFailure {
        switch self {
        case .full: .diskFull
        case .unwritable: .failed(message: description)
        }
    }
}
