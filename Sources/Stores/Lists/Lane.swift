import DataSources
import Loop

/// Whose lanes these are: the owner.
@SceneActor protocol LaneOwner: AnyObject {
    var schema: Schema { get }
    var isReadOnly: Bool { get }
    var configuration: StoreConfiguration { get }
    /// From when on what is read now is current.
    var currentSince: ContinuousClock.Instant { get }
    /// A lane has read: whatever was wrong is over.
    func laneCanRead()
    /// A lane cannot read.
    func laneFailed(_ error: StoreError)
    /// A reader has found this schema.
    func adopt(_ schema: Schema)
    /// A job is done: lists that take long belong into the slow lane, until they have caught up.
    func sortIntoLanes(_ answers: [ListAnswer], from lane: Lane)
}

/// A reader and the lists it keeps current: they are read in one job and one transaction, so that a commit is one change
/// of all of them; only rows that come on display while it works or rests are read before. What happens while a job runs is done
/// by the next.
@SceneActor final class Lane {
    private(set) var lists: [Int: LiveList] = [:]
    /// Where lists go that take too long for this one.
    let slower: Lane?
    private weak var owner: (any LaneOwner)?
    private let limits: ScanLimits
    /// Whether it looks at each commit, if only for a new schema, when it has no lists.
    private let isAlwaysAwake: Bool
    private var reader: Reader?
    /// Reads rows that are missing while the reader works or rests: the desk's, which nobody waits for long.
    private var filler: Reader?
    private var isRunning = false
    private var isFilling = false
    /// Whether a commit is known that no finished or running job has seen.
    private var isDirty = false
    private var isScheduled = false
    private var rest: LoopTimer?
    private var schemaVersion: Int64 = -1
    /// The number of the last commit that a job has seen.
    private var position: Int64?
    /// Lists that were closed since the last job.
    private var closed: [Int] = []
    private var afterNextJob: [Waiter] = []
    private var afterThisJob: [Waiter] = []
    private var lockedSince: ContinuousClock.Instant?
    /// The CPU time of the last job.
    private(set) var lastWork = Duration.zero

    private var budget = WorkBudget()

    /// A callback after a job; `isRead` is false if the job failed.
    typealias Waiter = @SceneActor (_ isRead: Bool) -> Void

    /// How long a lock is waited for before the next attempt.
    private static let lockPause = Duration.milliseconds(50)

    /// A lane without lists, whose looks at one may cost so much. The quickest is always awake.
    init(owner: any LaneOwner, within limits: ScanLimits, isAlwaysAwake: Bool = false, beside slower: Lane? = nil) {
        self.owner = owner
        self.limits = limits
        self.isAlwaysAwake = isAlwaysAwake
        self.slower = slower
    }

    /// Whether every commit that is known is shown.
    var isCurrent: Bool { !isDirty && !isRunning }

    /// Whether a commit is known that this list, which is the lane's, does not show.
    func isBehind(for list: LiveList) -> Bool { !isCurrent && lists[list.number] != nil }

    /// Reads through another connection from now on; everything is read anew.
    func use(_ reader: Reader?, filling filler: Reader?) {
        (self.reader, self.filler) = (reader, filler)
        position = nil
        schemaVersion = -1
        for list in lists.values { list.forgetPosition() }
        noteCommit()
    }

    /// Takes a list; one that shows nothing yet does not wait for a rest to be over.
    func add(_ list: LiveList) {
        lists[list.number] = list
        if !list.isLoaded, lockedSince == nil {
            rest?.cancel()
            rest = nil
        }
        schedule()
    }

    func remove(_ list: LiveList) {
        if lists.removeValue(forKey: list.number) != nil { closed.append(list.number) }
    }

    /// Somebody has committed.
    func noteCommit() {
        isDirty = true
        schedule()
    }

    /// Runs a job at the end of this turn, when it is known what is on display; until that may be, it reads no more than the rows
    /// that are missing there.
    func schedule() {
        guard !isScheduled, isReady || mayFill && lists.values.contains(where: \.lacksRows) else { return }
        isScheduled = true
        EventLoop.shared.atEndOfTurn(.send) { [weak self] in
            self?.isScheduled = false
            self?.run()
        }
    }

    /// Whether a job may begin.
    private var isReady: Bool { !isRunning && rest == nil }

    /// Whether rows may be read beside the lane's jobs: not while one runs on the same connection, and does it.
    private var mayFill: Bool { !isFilling && !(isRunning && filler === reader) }

    /// Calls `body` after the job that reads every commit known now; at once if none is missing or the lane reads nothing.
    func whenCurrent(_ body: @escaping Waiter) {
        guard !isCurrent, isAlwaysAwake || !lists.isEmpty else { return body(true) }
        if isDirty { afterNextJob.append(body) } else { afterThisJob.append(body) }
    }

    /// Nothing can be read: nobody waits for that any longer.
    func giveUp() {
        let bodies = afterThisJob + afterNextJob
        (afterThisJob, afterNextJob) = ([], [])
        for body in bodies { body(false) }
        for list in lists.values { list.giveUp() }
    }

    /// Reads the lists that somebody looks at; the others miss what has been committed.
    private func run() {
        guard isReady else { return fill() }
        guard let reader, let owner else { return }
        // Lists that know their order come first: others may have the same.
        let requests = lists.values.filter { $0.isWatched || $0.isWaiting }.map(\.request)
            .sorted { $0.isOrdered && !$1.isOrdered }
        guard isAlwaysAwake || !requests.isEmpty else { return skip(reader) }
        guard isDirty || lists.values.contains(where: \.isWaiting) else { return }
        isRunning = true
        isDirty = false
        afterThisJob = afterNextJob
        afterNextJob = []
        let since = owner.currentSince
        let job = Reader.Job(
            requests: requests, closed: closed, schema: owner.schema, schemaVersion: schemaVersion,
            isReadOnly: owner.isReadOnly, limits: limits,
            tell: { [weak self] request, news in
                EventLoop.shared.post { self?.take(news, soFarFor: request, from: reader, since: since) }
            })
        closed = []
        reader.run(job) { [weak self] result, work in
            EventLoop.shared.post { self?.finish(job, result, reader, since: since, work: work) }
        }
    }

    /// Reads rows that have come on display, in the orders that the lists know: nobody who scrolls waits for a job or a rest to be
    /// over.
    private func fill() {
        guard mayFill, let filler, let owner else { return }
        let requests = lists.values.filter(\.lacksRows).map(\.request)
        guard !requests.isEmpty else { return }
        isFilling = true
        filler.fill(requests, owner.schema, schemaVersion) { [weak self] found in
            EventLoop.shared.post { self?.take(found, for: requests, filler) }
        }
    }

    private func take(_ found: [ListAnswer.News?], for requests: [ListRequest], _ filler: Reader) {
        isFilling = false
        for (request, news) in zip(requests, found) where filler === self.filler {
            if let news { lists[request.number]?.fill(news, for: request) }
        }
        // What could not be read now cannot be before the next job.
        let asked = Set(requests.map(\.number))
        if isReady || lists.values.contains(where: { !asked.contains($0.number) && $0.lacksRows }) { schedule() }
    }

    private func skip(_ reader: Reader) {
        if !closed.isEmpty { reader.forget(closed) }
        closed = []
        if isDirty { for list in lists.values { list.miss() } }
        isDirty = false
        let bodies = afterNextJob
        afterNextJob = []
        for body in bodies { body(true) }
    }

    private func finish(
        _ job: Reader.Job, _ result: Result<Reader.Report, StoreError>, _ reader: Reader,
        since: ContinuousClock.Instant, work: Duration
    ) {
        isRunning = false
        let isRead = reader === self.reader && take(result, for: job, since: since)
        let bodies = afterThisJob
        afterThisJob = []
        for body in bodies { body(isRead) }
        lastWork = work
        let answers = (try? result.get())?.answers
        let isUnfinished = answers.map { $0.count < job.requests.count || $0.contains(where: \.isForetaste) } ?? false
        let rest = max(budget.rest(after: work), lockedSince == nil ? .zero : Self.lockPause)
        if !isUnfinished, rest > .zero { pause(rest) }
        if isDirty || lists.values.contains(where: \.isWaiting) { schedule() }
    }

    /// - Returns: Whether the job succeeded.
    private func take(
        _ result: Result<Reader.Report, StoreError>, for job: Reader.Job, since start: ContinuousClock.Instant
    ) -> Bool {
        switch result {
        case .success(let report):
            take(report, for: job, since: start)
            return true
        case .failure(let error):
            fail(error)
            return false
        }
    }

    private func take(_ report: Reader.Report, for job: Reader.Job, since start: ContinuousClock.Instant) {
        lockedSince = nil
        owner?.laneCanRead()
        if report.position != position || report.schemaVersion != schemaVersion {
            let read = Set(job.requests.map(\.number))
            for list in lists.values where !read.contains(list.number) { list.miss() }
        }
        position = report.position
        if report.schemaVersion != schemaVersion {
            schemaVersion = report.schemaVersion
            owner?.adopt(report.schema)
        }
        for (request, answer) in zip(job.requests, report.answers) {
            if slower != nil, answer.isTooSlow, case .failure = answer.result { continue }  // that lane will tell
            lists[request.number]?.take(answer, for: request, since: start)
        }
        for request in job.requests.dropFirst(report.answers.count) { lists[request.number]?.miss() }
        owner?.sortIntoLanes(report.answers, from: self)
    }

    /// Shows what was found so far of a list that this lane still looks at.
    private func take(
        _ news: ListAnswer.News, soFarFor request: ListRequest, from reader: Reader,
        since start: ContinuousClock.Instant
    ) {
        guard reader === self.reader, isRunning else { return }
        lists[request.number]?.take(news, soFarFor: request, since: start)
    }

    /// A lock is waited for; anything else is the store's to mend.
    private func fail(_ error: StoreError) {
        isDirty = true
        let since = lockedSince ?? .now
        if error == .locked { lockedSince = since }
        guard let owner, error != .locked || .now - since > owner.configuration.lockPatience else { return }
        owner.laneFailed(error)
    }

    private func pause(_ duration: Duration) {
        rest = EventLoop.shared.after(duration) { [weak self] in
            self?.rest = nil
            self?.schedule()
        }
    }
}
