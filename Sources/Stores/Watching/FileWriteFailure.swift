/// Why a file was not written.
package enum FileWriteFailure: Error {
    /// It holds something else than was thought.
    case changed
    /// It, or its folder, may not be written.
    case refused(String)
    /// The disk is full, or as much of it as one may have.
    case full
    /// The system cannot.
    case system(String)
}
