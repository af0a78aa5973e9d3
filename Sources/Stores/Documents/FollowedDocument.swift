import DataSources
import Loop

/// Whose JSON file it is: the store.
@SceneActor protocol DocumentOwner: AnyObject {
    /// Rows of the mirror have changed.
    func mayHaveCommitted()
    /// The file cannot be read any more, or can again.
    func documentProblemChanged()
    /// It holds tables now, and did not, or the other way round.
    func documentKindChanged()
    /// The mirror shows what the file holds, whether or not that is news.
    func documentWasRead()
}

/// The JSON file that a store's database is the mirror of, as viewers see it.
@SceneActor final class FollowedDocument {
    /// What the file held when it was last read.
    private(set) var shape: DocumentShape
    /// What is wrong with it, if that lasts.
    private(set) var problem: ListProblem?
    private let mirror: DocumentMirror
    private weak var owner: (any DocumentOwner)?
    private var complaint: LoopTimer?
    /// The state of the file that is shown.
    private var stamp: FileStamp?
    /// When the last look at the file began whose outcome the mirror shows.
    private var lookedAt = ContinuousClock.now

    init(_ mirror: DocumentMirror, through desk: Desk, interval: Duration, owner: any DocumentOwner) {
        self.mirror = mirror
        self.owner = owner
        shape = mirror.first
        mirror.follow(through: desk, interval: interval) { [weak self] news in
            EventLoop.shared.post { self?.hear(news) }
        }
    }

    /// The file.
    var path: String { mirror.path }

    /// Carries commands out: in the file, then in the mirror.
    func write(
        _ commands: [WriteCommand], deadline: ContinuousClock.Instant
    ) async throws(CommandError) -> [WriteOutcome] {
        try await withCheckedContinuation { continuation in  // on the loop: what is asked first is done first
            mirror.run(commands, seen: shape, deadline: deadline) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Writes to the mirror through another desk from now on.
    func use(_ desk: Desk) {
        mirror.use(desk)
    }

    /// Lets go of the file.
    func close() {
        complaint?.cancel()
        mirror.close()
    }

    /// Whether the file holds something that may not be shown: then it is looked at, and the owner told after that. 1 us.
    func isBehind() -> Bool {
        if isKnown { return false }
        look {}
        return true
    }

    /// Calls `body` when the mirror shows what the file holds now; at once if it does.
    func whenRead(_ body: @escaping @SceneActor () -> Void) {
        if isKnown { body() } else { look(body) }
    }

    /// Whether the file is as it was when it was last looked at, or gone.
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

    /// From when on what is read in the mirror now is what the file holds.
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
