import DataSources
import Loop

/// The owner of the JSON file: the store.
@SceneActor protocol DocumentOwner: AnyObject {
    /// Reports that rows of the mirror have changed.
    func mayHaveCommitted()
    /// Reports that the file's problem has begun, changed or ended.
    func documentProblemChanged()
    /// Reports that the file has tables now and had none, or the reverse.
    func documentKindChanged()
    /// Reports that the mirror shows the file's content, even if it has not changed.
    func documentWasRead()
}

/// The JSON file that a store's database mirrors, as viewers see it.
@SceneActor final class FollowedDocument {
    /// The content of the file when it was last read.
    private(set) var shape: DocumentShape
    /// The lasting problem of the file, if any.
    private(set) var problem: ListProblem?
    private let mirror: DocumentMirror
    private weak var owner: (any DocumentOwner)?
    private var complaint: LoopTimer?
    /// The stamp of the state that is shown.
    private var stamp: FileStamp?
    /// The time when the reading began whose result the mirror shows.
    private var lookedAt = ContinuousClock.now

    init(_ mirror: DocumentMirror, through desk: Desk, interval: Duration, owner: any DocumentOwner) {
        self.mirror = mirror
        self.owner = owner
        shape = mirror.first
        mirror.follow(through: desk, interval: interval) { [weak self] news in
            EventLoop.shared.post { self?.hear(news) }
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

    /// Returns whether the file may have content that is not shown. If so, reads it and then notifies the owner. 1 µs.
    func isBehind() -> Bool {
        if isKnown { return false }
        look {}
        return true
    }

    /// Calls `body` when the mirror shows the file's present content, at once if it already does.
    func whenRead(_ body: @escaping @SceneActor () -> Void) {
        if isKnown { body() } else { look(body) }
    }

    /// Whether the file is as it was at the last reading, or missing.
    private var isKnown: Bool { FileStamp(path).map { $0 == stamp } ?? true }

    private func look(_ body: @escaping @SceneActor () -> Void) {
        let now = ContinuousClock.now
        mirror.look { [weak self] seen in
            EventLoop.shared.post {
                self?.stamp = seen
                self?.lookedAt = now
                self?.owner?.documentWasRead()
                body()
            }
        }
    }

    /// The time since which the mirror's content counts as that of the file.
    var currentSince: ContinuousClock.Instant { isBehind() ? lookedAt : .now }

    private func hear(_ news: DocumentMirror.News) {
        switch news {
        case .good(let shape):
            complaint?.cancel()
            report(nil)
            let isOther = shape.tables.isEmpty != self.shape.tables.isEmpty
            self.shape = shape
            if isOther { owner?.documentKindChanged() }
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
        owner?.documentProblemChanged()
    }
}
