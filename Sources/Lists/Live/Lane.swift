import DataSources
import Loop
import Tables

/// A reader, and the lists that it keeps current.
///
/// One job reads all lists in one transaction, so that a commit is one change of all of them. A slow lane shows the
/// first content of a list at once, before its job ends. Only rows that come on display while a job runs, or while the
/// lane rests, are read separately. Events during a job are handled by the next one.
@SceneActor final class Lane {
    let lists = LaneLists()
    /// The lane for lists that take too long for this one.
    let slower: Lane?
    /// Called after each job, to move lists to other lanes.
    var onAnswers: (([ListAnswer]) -> Void)?
    /// Calls its last argument when the fast lane has read a commit, with whether that succeeded.
    var whenFastLaneHasRead: ((_ position: Int64, @escaping Waiter) -> Void)?
    private weak var owner: (any LaneOwner)?
    private let limits: ScanLimits
    /// Whether the lane checks each commit, at least for a new schema, even without lists.
    private let isAlwaysAwake: Bool
    private var reader: ListReader?
    /// Reads missing rows while the reader works or rests. It is the desk's reader, which is never busy for long.
    private var filler: ListReader?
    private var isRunning = false
    private var isFilling = false
    /// Whether a commit is known that no finished or running job has read.
    private var isDirty = false
    private var isScheduled = false
    private var rest: LoopTimer?
    private var schemaVersion: Int64 = -1
    private var afterNextJob: [Waiter] = []
    private var afterThisJob: [Waiter] = []
    private var lockedSince: ContinuousClock.Instant?
    /// The CPU time of the last job.
    private(set) var lastWork = Duration.zero

    private var budget = WorkBudget()

    /// A callback after a job; `isRead` is false if the job failed.
    typealias Waiter = @SceneActor (_ isRead: Bool) -> Void

    /// The pause before the next attempt after a lock.
    private static let lockPause = Duration.milliseconds(50)

    /// Creates a lane without lists. `limits` bounds the reading of one list. Only the quickest lane is always awake.
    init(owner: any LaneOwner, within limits: ScanLimits, isAlwaysAwake: Bool = false, beside slower: Lane? = nil) {
        self.owner = owner
        self.limits = limits
        self.isAlwaysAwake = isAlwaysAwake
        self.slower = slower
    }

    /// Whether all known commits are shown.
    var isCurrent: Bool { !isDirty && !isRunning }

    /// The number of the last commit that a job has read.
    var position: Int64? { lists.position }

    /// Returns whether this list belongs to the lane and misses a known commit.
    func isBehind(for list: LiveList) -> Bool { !isCurrent && lists.has(list) }

    /// Switches to another connection, and reads everything again.
    func use(_ reader: ListReader?, filling filler: ListReader?) {
        self.reader?.release()
        (self.reader, self.filler) = (reader, filler)
        schemaVersion = -1
        lists.forgetPosition()
        isDirty = true
        schedule()
    }

    /// Adds a list. A list without content does not wait for the end of a rest.
    func add(_ list: LiveList) {
        lists.add(list)
        if !list.isLoaded, lockedSince == nil {
            rest?.cancel()
            rest = nil
        }
        schedule()
    }

    /// Whether a list waits to be read for the first time, which takes an unknown time. O(lists).
    var hasNewLists: Bool { lists.active.values.contains { !$0.isLoaded && $0.isWaiting } }

    func remove(_ list: LiveList) { lists.remove(list) }

    /// Reads a list that waits, at the end of this turn.
    func activate(_ list: LiveList) {
        lists.activate(list)
        schedule()
    }

    /// Notes that there may be a new commit.
    func recordCommit() {
        guard !isDirty else { return }  // a job is scheduled, or comes after this one or after a rest
        isDirty = true
        schedule()
    }

    /// Schedules a job at the end of this turn, when the displayed rows are known. While no job may begin, reads only
    /// displayed rows that are missing.
    func schedule() {
        guard !isScheduled, isReady || mayFill && lists.active.values.contains(where: \.lacksRows) else { return }
        isScheduled = true
        EventLoop.shared.atEndOfTurn(.send) { [weak self] in
            self?.isScheduled = false
            self?.run()
        }
    }

    /// Whether a job may begin.
    private var isReady: Bool { !isRunning && rest == nil }

    /// Whether rows may be read beside the lane's jobs: not during a job on the same connection, which reads them
    /// itself.
    private var mayFill: Bool { !isFilling && !(isRunning && filler === reader) }

    /// Calls `body` after the job that reads every commit known now; at once if none is missing or the lane reads
    /// nothing.
    func whenCurrent(_ body: @escaping Waiter) {
        guard !isCurrent, isAlwaysAwake || !lists.all.isEmpty else { return body(true) }
        if isDirty { afterNextJob.append(body) } else { afterThisJob.append(body) }
    }

    /// Ends all waiting, because nothing can be read.
    func giveUp() {
        let bodies = afterThisJob + afterNextJob
        (afterThisJob, afterNextJob) = ([], [])
        for body in bodies { body(false) }
        for list in lists.all.values { list.endWait() }
    }

    /// Reads the displayed lists. The others miss the new commits.
    private func run() {
        guard isReady else { return fill() }
        guard let reader, let owner else { return }
        guard isAlwaysAwake || lists.mayBeConcerned else { return skip(reader) }
        guard isDirty || lists.active.values.contains(where: \.isWaiting) else { return }
        let requests = lists.active.values.filter { $0.isWatched || $0.isWaiting }.map(\.request).inTurn
        isRunning = true
        isDirty = false
        afterThisJob = afterNextJob
        afterNextJob = []
        let since = owner.checkCurrentSince()
        let job = ListJob(
            requests: requests, position: lists.position, ended: lists.takeEnds(), schema: owner.schema,
            schemaVersion: schemaVersion, limits: limits,
            notify: { [weak self] request, news in
                EventLoop.shared.post { self?.take(news, soFarFor: request, from: reader, since: since) }
            })
        reader.run(job) { [weak self] result, work in
            EventLoop.shared.post { self?.finish(job, result, reader, since: since, work: work) }
        }
    }

    /// Reads rows that have come on display, in the known orders of their lists, so that scrolling waits for no job and
    /// no rest.
    private func fill() {
        guard mayFill, let filler, let owner else { return }
        let requests = lists.active.values.filter(\.lacksRows).map(\.request)
        guard !requests.isEmpty else { return }
        isFilling = true
        filler.fill(requests, owner.schema, schemaVersion) { [weak self] found in
            EventLoop.shared.post { self?.takeInOrder(found, for: requests, filler) }
        }
    }

    /// Takes rows that may be newer than the quickest lane's lists, at once or when these have caught up.
    private func takeInOrder(_ found: [ListAnswer.News?], for requests: [ListRequest], _ filler: ListReader) {
        guard let whenFastLaneHasRead, owner?.showsInOrder == true else { return take(found, for: requests, filler) }
        whenFastLaneHasRead(.max) { [weak self] isRead in
            self?.take(isRead ? found : [], for: requests, filler)
        }
    }

    private func take(_ found: [ListAnswer.News?], for requests: [ListRequest], _ filler: ListReader) {
        isFilling = false
        for (request, news) in zip(requests, found) where filler === self.filler {
            if let news { lists.all[request.number]?.fill(news, for: request) }
        }
        // Rows that could not be read now are left to the next job.
        let asked = Set(requests.map(\.number))
        if isReady || lists.active.values.contains(where: { !asked.contains($0.number) && $0.lacksRows }) { schedule() }
    }

    private func skip(_ reader: ListReader) {
        let closed = lists.takeEnds().closed
        if !closed.isEmpty { reader.forget(closed) }
        if isDirty { lists.miss(Array(lists.active.values)) }
        isDirty = false
        let bodies = afterNextJob
        afterNextJob = []
        for body in bodies { body(true) }
    }

    private func finish(
        _ job: ListJob, _ result: Result<ListReport, StoreError>, _ reader: ListReader,
        since: ContinuousClock.Instant, work: Duration
    ) {
        guard let whenFastLaneHasRead, owner?.showsInOrder == true, case .success(let report) = result else {
            return end(job, result, reader, since: since, work: work)
        }
        whenFastLaneHasRead(report.position) { [weak self] isRead in
            if !isRead { self?.lists.unfollowAll() }
            self?.end(job, isRead ? result : .failure(.locked), reader, since: since, work: work)
        }
    }

    private func end(
        _ job: ListJob, _ result: Result<ListReport, StoreError>, _ reader: ListReader,
        since: ContinuousClock.Instant, work: Duration
    ) {
        isRunning = false
        let isRead = reader === self.reader && take(result, since: since)
        let bodies = afterThisJob
        afterThisJob = []
        if !bodies.isEmpty {
            owner?.afterReading {
                for body in bodies { body(isRead) }
            }
        }
        lastWork = work
        let isUnfinished = (try? result.get())?.isUnfinished ?? false
        let rest = max(budget.rest(after: work), lockedSince == nil ? .zero : Self.lockPause)
        if !isUnfinished, rest > .zero { pause(rest) }
        if isDirty || lists.active.values.contains(where: \.isWaiting) { schedule() }
    }

    /// - Returns: Whether the job succeeded.
    private func take(_ result: Result<ListReport, StoreError>, since start: ContinuousClock.Instant) -> Bool {
        switch result {
        case .success(let report):
            take(report, since: start)
            return true
        case .failure(let error):
            fail(error)
            return false
        }
    }

    private func take(_ report: ListReport, since start: ContinuousClock.Instant) {
        lockedSince = nil
        owner?.laneCanRead()
        let isSchemaNew = report.schemaVersion != schemaVersion
        lists.record(report, since: start, isNew: report.position != position || isSchemaNew)
        if isSchemaNew {
            schemaVersion = report.schemaVersion
            owner?.adopt(report.schema)
        }
        lists.take(report, since: start, isSlowest: slower == nil)
        if let onReading = ListReading.onReading {
            for reading in report.readings { onReading(reading) }
        }
        onAnswers?(report.answers)
    }

    /// Shows the first content of a list, or a part of it, while the job is still running.
    private func take(
        _ news: ListAnswer.News, soFarFor request: ListRequest, from reader: ListReader,
        since start: ContinuousClock.Instant
    ) {
        guard reader === self.reader, isRunning, owner?.showsInOrder != true else { return }
        lists.all[request.number]?.take(news, soFarFor: request, since: start)
    }

    /// Retries after a lock. Reports other errors to the store.
    private func fail(_ error: StoreError) {
        isDirty = true
        let since = lockedSince ?? .now
        if error == .locked { lockedSince = since }
        guard let owner, error != .locked || .now - since > owner.lockPatience else { return }
        owner.laneFailed(error)
    }

    private func pause(_ duration: Duration) {
        rest = EventLoop.shared.after(duration) { [weak self] in
            self?.rest = nil
            self?.schedule()
        }
    }
}
