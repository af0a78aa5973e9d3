import Glibc

/// An open file that is read while it is sent. It stays readable if it is deleted meanwhile.
package final class OpenFile: Sendable {
    /// The number of bytes.
    package let size: Int
    private let descriptor: Int32

    /// Opens a regular file. Returns `nil` if the file does not exist, or if the path is a symbolic link.
    package init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        (self.descriptor, size) = (descriptor, Int(info.st_size))
    }

    deinit { close(descriptor) }

    /// Returns the bytes of a range. Runs off the loop.
    ///
    /// - Returns: Fewer bytes if the file has become shorter; `nil` if it cannot be read.
    @concurrent package func bytes(in range: Range<Int>) async -> [UInt8]? {
        var (count, isReadable) = (0, true)
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, initialized in
            while count < range.count, isReadable {
                let read = pread(
                    descriptor, buffer.baseAddress.map { $0 + count }, range.count - count, range.lowerBound + count)
                guard read != 0 else { break }
                if read > 0 { count += read } else { isReadable = errno == EINTR }
            }
            initialized = count
        }
        return isReadable ? bytes : nil
    }
}
