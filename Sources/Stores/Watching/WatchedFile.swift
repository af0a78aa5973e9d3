import Dispatch
import Glibc

/// A whole file as bytes: read again whenever anybody has changed it, and written at one go. Off the loop.
package final class WatchedFile: @unchecked Sendable {  // guard: `last` belongs to the queue
    /// What there is to read.
    package enum Content: Equatable, Sendable {
        case bytes([UInt8])
        case missing
        case unreadable(String)
    }

    /// Why a file was not written.
    package enum WriteFailure: Error {
        /// It holds something else than was thought.
        case changed
        /// The system refuses.
        case system(String)
    }

    private let path: String
    private let queue = DispatchQueue(label: "oriel.file")
    private let tell: @Sendable (Content) -> Void
    private var last: Content?
    private var watcher: Watcher?

    /// Watches the file at `path`; `tell` is called for what is there now and after each change, on the file's queue.
    package init(_ path: String, interval: Duration, _ tell: @escaping @Sendable (Content) -> Void) {
        self.path = path
        self.tell = tell
        watcher = Watcher(path: path, interval: interval, probe: { StampProbe(path: $0) }) { [weak self] _ in
            self?.look()
        }
    }

    deinit {
        watcher?.stop()
    }

    private func look() {
        queue.async { [weak self] in
            guard let self else { return }
            watcher?.follow()
            let content = read()
            guard content != last else { return }
            last = content
            tell(content)
        }
    }

    /// Puts the bytes that `make` makes in the place of what the file holds, whole or not at all, if it holds `expected`
    /// (`nil`: whatever it holds). `make` and `completion` are called on the file's queue; what was written is not told.
    ///
    /// - Throws: To `completion`: a ``WriteFailure``, or what `make` throws.
    package func write(
        expecting expected: Content?, _ make: @escaping @Sendable () throws -> [UInt8],
        _ completion: @escaping @Sendable (Result<[UInt8], any Error>) -> Void
    ) {
        queue.async { [self] in
            completion(
                Result {
                    let bytes = try make()
                    if let expected, read() != expected { throw WriteFailure.changed }
                    try FileReplacement.write(bytes, to: path)
                    last = .bytes(bytes)
                    return bytes
                })
        }
    }

    private func read() -> Content {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(Self.reason) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var count = 0
        repeat {
            bytes += [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, filled in
                count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                filled = max(0, count)
            }
        } while count > 0
        return count < 0 ? .unreadable(Self.reason) : .bytes(bytes)
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// A file put in the place of another at one go: whoever reads has the old one or the new one.
private enum FileReplacement {
    static func write(_ bytes: [UInt8], to path: String) throws(WatchedFile.WriteFailure) {
        let place = resolved(path)
        var template = Array((place + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure }
        var status = stat()
        let mode = stat(place, &status) == 0 ? status.st_mode & 0o7777 : 0o644
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let isWritten = fchmod(descriptor, mode) == 0 && put(bytes, descriptor) && fsync(descriptor) == 0
        let isDone = isWritten && rename(template, place) == 0
        defer { close(descriptor) }
        guard !isDone else { return }
        let failure = failure
        unlink(template)
        throw failure
    }

    private static func put(_ bytes: [UInt8], _ descriptor: CInt) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// The file behind symbolic links, which stay.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static var failure: WatchedFile.WriteFailure { .system(String(cString: strerror(errno))) }
}
