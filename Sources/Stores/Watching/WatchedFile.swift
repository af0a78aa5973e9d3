import Dispatch
import Glibc

/// A whole file as bytes: read again whenever anybody has changed it, and written at one go. Off the loop.
package final class WatchedFile: @unchecked Sendable {  // guard: `last` and `lastWrite` belong to the queue
    /// How long a file may be broken, or gone, before that is told: editors empty a file and then write it, or put another
    /// in its place.
    package static let patience = Duration.seconds(1)

    private let path: String
    private let queue = DispatchQueue(label: "oriel.file")
    private let tell: @Sendable (FileContent) -> Void
    private var last: FileContent?
    private var lastWrite = ContinuousClock.now
    private var watcher: Watcher?

    /// Watches the file at `path`; `tell` is called for what is there now and after each change, on the file's queue.
    /// Who has read the file already says what it held.
    package init(
        _ path: String, interval: Duration, last: FileContent? = nil, _ tell: @escaping @Sendable (FileContent) -> Void
    ) {
        self.path = path
        self.tell = tell
        self.last = last
        watcher = Watcher(path: path, interval: interval, probe: { StampProbe(path: $0) }) { [weak self] _ in
            self?.look()
        }
    }

    deinit {
        watcher?.stop()
    }

    /// Reads the file; `completion` is called on the queue, after what is new has been told, with the stamp of the file
    /// before it was read.
    package func look(_ completion: @escaping @Sendable (FileStamp?) -> Void = { _ in }) {
        queue.async { [weak self] in
            guard let self else { return }
            watcher?.follow()
            let stamp = FileStamp(path)
            let content = FileContent.read(path)
            if content != last {
                last = content
                tell(content)
            }
            completion(stamp)
        }
    }

    /// Puts the bytes that `make` makes in the place of what the file holds, whole or not at all, if it holds `expected`
    /// (`nil`: whatever it holds). `make` and `completion` are called on the file's queue; what was written is not told.
    ///
    /// - Throws: To `completion`: a ``FileWriteFailure``, or what `make` throws.
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

    /// Makes other bytes of what the file holds, and puts them in its place. When somebody else has written meanwhile, they
    /// are made anew of that, until `deadline`: no change is lost, neither theirs nor this. `change` and `completion` are called on the
    /// file's queue; what was written is not told.
    ///
    /// - Throws: To `completion`: a ``FileWriteFailure``, or what `change` throws.
    func modify<Value>(
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

    /// The right to write to the file, when others of ours have had their turn.
    private func replacement(until deadline: ContinuousClock.Instant) throws(FileWriteFailure) -> FileReplacement {
        let rest = FolderLock.turn - (.now - lastWrite)
        if rest > .zero { usleep(UInt32(rest / .microseconds(1))) }
        return try FileReplacement(at: path, until: deadline)
    }
}
