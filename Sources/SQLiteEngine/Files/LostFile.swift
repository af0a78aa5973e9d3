import Files
import Lists

/// A file that cannot be read, with the reason.
struct LostFile: Sendable {
    let error: StoreError
    private let path: String
    private let stamp: FileStamp?
    /// Whether any later change of the file would change the stamp.
    private let isStampSure: Bool

    /// Creates a lost file, with its stamp from before the attempt to read it.
    init(_ path: String, _ error: StoreError, _ stamp: FileStamp?) {
        (self.path, self.error, self.stamp, isStampSure) = (path, error, stamp, stamp?.isFresh != true)
    }

    /// Whether the file may have changed or appeared since the attempt. One system call.
    var mayBeBack: Bool { !isStampSure || FileStamp(path) != stamp }
}
