import Dispatch
import Glibc

/// A whole file as bytes. It is read again after any program's change, and written atomically. Works off the loop.
package final class WatchedFile: @unchecked Sendable {  // guard: `last` and `lastWrite` belong to the queue
    /// How long a file may be broken or missing before that is reported. Editors empty a file and then write it, or
    /// replace it.
    package static let patience = Duration.seconds(1)

    private let path: String
    private let queue = DispatchQueue(label: "oriel.file")
    private let notify: @Sendable (FileContent) -> Void
    private var last: FileContent?
    private var lastWrite = ContinuousClock.now
    private var watcher: Watcher?

    /// Watches the file at `path`. `notify` is called on the file's queue, with the present content and after each
    /// change. A caller that has read the file passes its content as `last`.
    package init(
        _ path: String, interval: Duration, last: FileContent? = nil,
        _ notify: @escaping @Sendable (FileContent) -> Void
    ) {
        self.path = path
        self.notify = notify
        self.last = last
        watcher = Watcher(path: path, interval: interval, probe: { StampProbe(path: $0) }) { [weak self] _ in
            self?.check()
        }
    }

    deinit {
        watcher?.stop()
    }

    /// Reads the file. `completion` is called on the queue, after new content was reported, with the file's stamp from
    /// before the reading.
    package func check(_ completion: @escaping @Sendable (FileStamp?) -> Void = { _ in }) {
        queue.async { [weak self] in
            guard let self else { return }
            watcher?.follow()
            let stamp = FileStamp(path)
            let content = FileContent.read(path)
            if content != last {
                last = content
                notify(content)
            }
            completion(stamp)
        }
    }

    /// Replaces the file's content atomically with the bytes from `make`, if it has the `expected` content (`nil`: any
    /// content). `make` and `completion` are called on the file's queue. The written content is not reported.
    ///
    /// - Throws: To `completion`: a ``FileWriteFailure``, or the error of `make`.
    package func write(
        expecting expected: FileContent?, _ make: @escaping @Sendable (FileContent) throws -> [UInt8],
        _ completion: @escaping @Sendable (Result<[UInt8], any Error>) -> Void
    ) {
        queue.async { [self] in
            completion(
                Result {
                    let replacement = try replacement(until: .now + Self.patience)
                    let content = replacement.content
                    guard expected == nil || content == expected else { throw FileWriteFailure.changed }
                    let bytes = try make(content)
                    guard try replacement.put(bytes, over: expected) else { throw FileWriteFailure.changed }
                    (last, lastWrite) = (.bytes(bytes), .now)
                    return bytes
                })
        }
    }

    /// Replaces the file's content with the bytes that `change` derives from it. If another program has written
    /// meanwhile, calls `change` again with the new content, until `deadline`. So no change is lost, neither theirs nor
    /// this.
    ///
    /// `change` and `completion` are called on the file's queue. The written content is not reported.
    ///
    /// - Throws: To `completion`: a ``FileWriteFailure``, or the error of `change`.
    package func modify<Value>(
        until deadline: ContinuousClock.Instant,
        _ change: @escaping @Sendable (FileContent) throws -> (bytes: [UInt8], value: Value),
        _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        queue.async { [self] in
            completion(
                Result {
                    repeat {
                        let replacement = try replacement(until: deadline)
                        let content = replacement.content
                        let (bytes, value) = try change(content)
                        guard try content == .bytes(bytes) || replacement.put(bytes, over: content) else { continue }
                        (last, lastWrite) = (.bytes(bytes), .now)
                        return value
                    } while ContinuousClock.now < deadline
                    throw FileWriteFailure.changed
                })
        }
    }

    /// Takes the folder's lock, after our other processes have had their turn.
    private func replacement(until deadline: ContinuousClock.Instant) throws(FileWriteFailure) -> FileReplacement {
        let rest = FolderLock.turn - (.now - lastWrite)
        if rest > .zero { usleep(UInt32(rest / .microseconds(1))) }  // on the file's own queue, which blocks no others
        return try FileReplacement(at: path, until: deadline)
    }
}
