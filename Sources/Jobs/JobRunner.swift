import FoundationEssentials
import Loop
import Models
import Observables
import Stores
import Tables
import ViewModels

/// How a node runs jobs.
struct JobNode: Sendable {
    /// How long a node that does not respond keeps its jobs.
    let claimTime: Duration
    /// How many jobs run at once.
    let limit: Int
    /// Whether rows that other nodes are claiming can be left out.
    let skipsLocked: Bool

    /// Returns when a claim ends that is made or extended now.
    func end(ofClaimAt now: Date) -> Date { now.addingTimeInterval(claimTime / .seconds(1)) }
}

/// Claims the jobs that are due, and runs them.
///
/// The time of the earliest job is a live value. By it, the runner learns of new jobs, and of jobs that other nodes
/// have claimed.
@SceneActor final class JobRunner {
    private let handlers: [String: JobHandler]
    private let schedules: [ScheduledJob]
    private let store: Store
    private let clock: AppClock
    private let node: JobNode
    private let warn: @SceneActor (String) -> Void

    private let next: LiveValue<Date?>
    /// The earliest next time of the schedules. It may take long to find, so it is not computed at each commit.
    private var nextScheduled: Date?
    private var subscription: Subscription?
    private var alarm: AppClock.Alarm?
    private var retry: LoopTimer?
    private var heartbeat: LoopTimer?
    private var running: [String: (run: JobRun, task: Task<Void, Never>)] = [:]  // by claim
    private var claiming: Task<Void, Never>?
    private var isStopped = false
    private var lastCleanUp = Date.distantPast

    /// How long jobs are kept that are done, and that have failed, in seconds.
    private nonisolated static let kept: [JobTable.State: Double] = [.done: 7 * 86_400, .failed: 90 * 86_400]
    /// The longest error that is kept, in characters.
    private static let longestError = 1_000

    init(
        _ handlers: [String: JobHandler], _ schedules: [ScheduledJob], in store: Store, _ clock: AppClock,
        _ node: JobNode, warn: @escaping @SceneActor (String) -> Void
    ) {
        (self.handlers, self.schedules, self.store, self.clock) = (handlers, schedules, store, clock)
        (self.node, self.warn) = (node, warn)
        let query = JobTable.next(of: handlers.keys.sorted())
        next = store.value(query.sql, "time", parameters: query.parameters)
        findNextScheduled()
        subscription = next.looks.observe { [weak self] in self?.wait() }
    }

    private func findNextScheduled() {
        nextScheduled = schedules.compactMap { $0.schedule.next(after: clock.now) }.min()
    }

    func stop() async {
        isStopped = true
        (subscription, alarm) = (nil, nil)
        retry?.cancel()
        await claiming?.value
        for (_, task) in running.values { task.cancel() }
        for (_, task) in running.values { await task.value }
        heartbeat?.cancel()
    }

    /// Waits until the earliest job is due, to claim it then.
    private func wait() {
        alarm = nil
        guard !isStopped, claiming == nil, running.count < node.limit else { return }
        // The next job of a schedule may have been deleted.
        guard let due = [nextScheduled, next.value].compactMap({ $0 }).min() else { return }
        alarm = clock.alarm(at: due) { [weak self] in self?.claim() }
    }

    private func claim() {
        claiming = Task { @SceneActor [self] in
            let claimed = await claimed()
            claiming = nil
            findNextScheduled()
            for (run, row) in claimed { start(run, row) }
            claimed.isEmpty ? waitAWhile() : wait()
        }
    }

    /// Waits when a job is due and cannot be claimed. Another node may be claiming it, and fail to.
    private func waitAWhile() {
        retry?.cancel()
        retry = EventLoop.shared.after(.seconds(1)) { [weak self] in self?.wait() }
    }

    /// Claims as many jobs as this node may still run.
    private func claimed() async -> [(run: JobRun, row: JobTable.Row)] {
        let (clock, node, schedules, attempts) = (clock, node, schedules, handlers.mapValues(\.attempts))
        let own = Set(running.values.map(\.run.id))  // their claims are extended, even if they have lapsed
        let (now, count) = (clock.now, node.limit - running.count)
        let cleansUp = now.timeIntervalSince(lastCleanUp) > 3600
        do {
            let claimed = try await store.transaction { transaction in
                let table = JobTable(transaction)
                var claimed: [(run: JobRun, row: JobTable.Row)] = []
                let rows = try table.claimable(
                    attempts.keys.sorted(), at: now, count: count + own.count, node.skipsLocked)
                for row in rows.filter({ !own.contains($0.id) }).prefix(count) {
                    let run = JobRun(
                        id: row.id, attempt: row.attempts + 1, due: row.due, claim: UUID().uuidString.lowercased(),
                        clock: clock)
                    guard try table.claim(row, as: run.claim, until: node.end(ofClaimAt: now)) else { continue }
                    if row.attempts < attempts[row.name] ?? 1 {
                        claimed.append((run, row))
                    } else {
                        _ = try table.record(.failed("Each node that ran the job has ended."), of: run, at: now)
                    }
                }
                for schedule in schedules { try table.prepare(schedule, at: now) }
                for (state, time) in cleansUp ? Self.kept : [:] {
                    try table.remove(state, endedBefore: now.addingTimeInterval(-time))
                }
                return claimed
            }
            if cleansUp { lastCleanUp = now }
            return claimed
        } catch {
            warn("jobs cannot be claimed: \(error)")
            return []
        }
    }

    private func start(_ run: JobRun, _ row: JobTable.Row) {
        guard let handler = handlers[row.name] else { return }
        let task = Task { @SceneActor [self] in
            var isLate = false
            let timer = EventLoop.shared.after(handler.timeLimit) { [weak self] in
                isLate = true
                self?.running[run.claim]?.task.cancel()
            }
            var failure: String?
            do {
                try await LogContext.$fields.withValue(["job": row.name, "id": run.id]) {
                    try await handler.run(row.arguments, run)
                }
            } catch {
                failure = isLate ? "It took longer than \(handler.timeLimit)." : "\(error)"
                failure = failure.map { String($0.prefix(Self.longestError)) }
            }
            timer.cancel()
            await end(run, of: row.name, handler, failure)
            running[run.claim] = nil
            wait()
        }
        running[run.claim] = (run, task)
        if heartbeat == nil { beat() }
    }

    /// Extends the claims three times in the time of a claim, while jobs run.
    private func beat() {
        heartbeat = EventLoop.shared.after(node.claimTime / 3) { [weak self] in
            Task { @SceneActor in await self?.extendClaims() }
        }
    }

    /// Extends the claims of the jobs that run. Jobs that another node has taken over are cancelled.
    private func extendClaims() async {
        let (runs, end) = (running.values.map(\.run), node.end(ofClaimAt: clock.now))
        let lost = try? await store.transaction { transaction in
            let table = JobTable(transaction)
            return try runs.filter { try !table.extend($0, until: end) && !table.isDone($0) }
        }
        for run in lost ?? [] { running[run.claim]?.task.cancel() }
        heartbeat = nil
        if !running.isEmpty { beat() }
    }

    /// Records how a run ended, and adds the next job of its schedule. While the database cannot be written, it tries
    /// again, until the claim has lapsed.
    private func end(_ run: JobRun, of name: String, _ handler: JobHandler, _ failure: String?) async {
        if let failure, !isStopped {
            warn("the job \(name) failed, attempt \(run.attempt) of \(handler.attempts): \(failure)")
        }
        let (now, end) = (clock.now, end(of: run, handler, failure))
        let schedules = schedules.filter { $0.name == name }
        for _ in 0..<4 {
            do {
                let hadClaim = try await store.transaction { transaction in
                    let table = JobTable(transaction)
                    let hadClaim = try table.record(end, of: run, at: now)
                    for schedule in schedules { try table.prepare(schedule, at: now) }
                    return hadClaim
                }
                if !hadClaim { warn("another node has taken over the job \(name)") }
                return
            } catch {
                warn("the end of the job \(name) cannot be recorded: \(error)")
                await EventLoop.shared.pause(node.claimTime / 4)
            }
        }
    }

    private func end(of run: JobRun, _ handler: JobHandler, _ failure: String?) -> JobTable.End {
        guard let failure else { return .done }
        if isStopped { return .released }
        guard run.attempt < handler.attempts else { return .failed(failure) }
        return .retry(clock.now.addingTimeInterval(handler.wait(after: run.attempt) / .seconds(1)), failure)
    }
}
