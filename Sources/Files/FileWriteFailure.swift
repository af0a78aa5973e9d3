/// Why a file was not written.
package enum FileWriteFailure: Error {
    /// The file does not have the expected content.
    case changed
    /// The file or its folder is not writable.
    case refused(String)
    /// The disk or the quota is full.
    case full
    /// Another error of the system.
    case system(String)
}
