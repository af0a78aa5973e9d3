import DataSources
import Files
import Lists
import Loop
import SQLiteEngine

/// The owner of the JSON file.
@SceneActor protocol JSONFileOwner: AnyObject {
    /// Reports that rows of the mirror have changed.
    func mayHaveCommitted()
    /// Reports that the file's problem has begun, changed or ended.
    func fileProblemChanged()
    /// Reports that the file has tables now and had none, or the reverse.
    func fileKindChanged()
    /// Reports that the mirror shows the file's content, even if it has not changed.
    func fileWasRead()
}

/// The JSON file that a store's database mirrors, as viewers see it.
@SceneActor final class FollowedJSONFile {
    /// The content of the file when it was last read.
    private(set) var shape: JSONFileShape
    /// The lasting problem of the file, if any.
    private(set) var problem: ListProblem?
    private let mirror: JSONFileMirror
    private let interval: Duration
    private weak var owner: (any JSONFileOwner)?
    private var complaint: LoopTimer?
    /// The stamp of the state that is shown.
    private var stamp: FileStamp?
    /// The time when the reading began whose result the mirror shows.
    private var lookedAt = ContinuousClock.now

    init(_ mirror: JSONFileMirror, interval: Duration) {
        (self.mirror, self.interval) = (mirror, interval)
        shape = mirror.first
    }

    /// Follows the file from now on. ``use(_:)`` was called before.
    func follow(for owner: any JSONFileOwner) {
        self.owner = owner
        mirror.follow(interval: interval) { [weak self] news in
            EventLoop.shared.post { self?.receive(news) }
        }
    }

    /// The path of the file.
    var path: String { mirror.path }

    /// Applies commands to the file and then to the mirror.
    func write(
        _ commands: [WriteCommand], deadline: ContinuousClock.Instant
    ) async throws(CommandError) -> [WriteOutcome] {
        try await withCheckedContinuation { continuation in  // on the loop, which keeps the order of calls
            mirror.run(commands, seen: shape, deadline: deadline) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Writes to the mirror through another desk from now on.
    func use(_ desk: Desk) {
        mirror.use(desk)
    }

    /// Stops following the file.
    func close() {
        complaint?.cancel()
        mirror.close()
    }

    /// Returns whether the file is as it was at the last reading, or missing. 1 µs.
    func checkIsKnown() -> Bool { FileStamp(path).map { $0 == stamp } ?? true }

    /// Reads the file unless its content is known. Notifies the owner and calls `body` when the mirror shows it.
    func read(_ body: @escaping @SceneActor () -> Void) {
        guard !checkIsKnown() else { return body() }
        let now = ContinuousClock.now
        mirror.check { [weak self] seen in
            EventLoop.shared.post {
                self?.stamp = seen
                self?.lookedAt = now
                self?.owner?.fileWasRead()
                body()
            }
        }
    }

    /// Returns the time since which the mirror's content counts as the file's content.
    func checkCurrentSince() -> ContinuousClock.Instant {
        guard !checkIsKnown() else { return .now }
        read {}
        return lookedAt
    }

    private func receive(_ news: JSONFileMirror.News) {
        switch news {
        case .good(let shape):
            complaint?.cancel()
            report(nil)
            let isOther = shape.tables.isEmpty != self.shape.tables.isEmpty
            self.shape = shape
            if isOther { owner?.fileKindChanged() }
        case .changed: owner?.mayHaveCommitted()
        case .bad(let fault):
            complaint?.cancel()
            if problem != nil { return report(fault.problem) }
            complaint = EventLoop.shared.after(WatchedFile.patience) { [weak self] in self?.report(fault.problem) }
        }
    }

    private func report(_ problem: ListProblem?) {
        guard problem != self.problem else { return }
        self.problem = problem
        owner?.fileProblemChanged()
    }
}
