import FoundationEssentials
import Loop
import Scenes
import Stores
import Tables

/// The scheduled and background jobs of an app, in a table of its database. Any number of nodes may share the database:
/// each job is done once.
///
///     struct Reminder: Job { var ticket: Int }
///
///     let jobs = Jobs(in: store)
///     jobs.handle(Reminder.self) { reminder, run in
///         try await store.transaction { transaction in
///             try transaction.run("UPDATE Ticket SET State = 'stale' WHERE Id = ?", reminder.ticket)
///             try run.complete(in: transaction)
///         }
///     }
///     jobs.handle(Digest.self) { _, _ in try await mailDigest() }
///     jobs.schedule(Digest(), .daily(at: 7))
///     background(jobs)                                               // in a coordinator: runs while the app is served
///     try await jobs.add(Reminder(ticket: 6), at: jobs.clock.now + 3600)   // in a command
///
/// The table is made by ``migration``. Nodes see new jobs as they see every commit, and wait for the earliest. A node
/// claims a job in a transaction, and extends its claim while the job runs. If the node ends, the claim lapses, and
/// another node runs the job. A job therefore begins at least once. It has its effect in the database exactly once if
/// it ends by ``JobRun/complete(in:)``.
///
/// A handler that throws is called again, later each time, until its attempts are used up. The clocks of nodes should
/// agree within some seconds.
@SceneActor public final class Jobs: BackgroundWork {
    /// The SQL that creates the table of jobs, in SQLite and in PostgreSQL: a migration of the app.
    ///
    ///     let store = try await Store(path: "desk.sqlite", migrations: ["create": tables, "jobs": Jobs.migration])
    public nonisolated static let migration = JobTable.creation

    /// The database.
    public let store: Store
    /// The time by which jobs are due.
    public let clock: AppClock
    /// How many jobs this node runs at once.
    public let limit: Int
    /// Called with a sentence when a job failed.
    public var onWarning: ((String) -> Void)?

    /// How long a node that does not respond keeps its jobs.
    private let claimTime: Duration
    private var handlers: [String: JobHandler] = [:]
    private var schedules: [ScheduledJob] = []
    private var runner: JobRunner?

    /// Creates the jobs of a database. They run from ``start()`` on.
    ///
    /// - Parameters:
    ///   - limit: How many jobs this node runs at once.
    ///   - claimTime: How long a node that does not respond keeps its jobs before others run them.
    public init(
        in store: Store, clock: AppClock = AppClock(), limit: Int = 4, claimTime: Duration = .seconds(30)
    ) {
        (self.store, self.clock, self.limit, self.claimTime) = (store, clock, limit, claimTime)
    }

    /// Runs the jobs of a type.
    ///
    /// - Parameters:
    ///   - attempts: How often a job runs until it has failed for good.
    ///   - backoff: The time from a failure to the next run. It doubles with each failure, up to a day.
    ///   - timeLimit: After this time, the task of the run is cancelled.
    ///   - body: Does the job, on the event loop. An error is a failure.
    /// - Precondition: Jobs are handled before ``start()``, once for each name.
    public func handle<Work: Job>(
        _ type: Work.Type, attempts: Int = 5, backoff: Duration = .seconds(15), timeLimit: Duration = .seconds(900),
        _ body: @escaping @SceneActor (Work, JobRun) async throws -> Void
    ) {
        precondition(
            runner == nil && handlers[Work.jobName] == nil, "\(Work.jobName) is handled once, before the start")
        handlers[Work.jobName] = JobHandler(attempts: attempts, backoff: backoff, timeLimit: timeLimit) {
            try await body(JSONDecoder().decode(Work.self, from: Data($0.utf8)), $1)
        }
    }

    /// Repeats a job. A time that passes while no node runs is made up for once. Times that pass while the job runs are
    /// left out.
    ///
    /// - Precondition: The type is handled, has no other schedule, and ``start()`` follows.
    public func schedule<Work: Job>(_ job: Work, _ schedule: Schedule) {
        precondition(handlers[Work.jobName] != nil, "handle \(Work.jobName) before its schedule")
        precondition(
            runner == nil && !schedules.contains { $0.name == Work.jobName },
            "\(Work.jobName) has one schedule, before the start")
        schedules.append(
            ScheduledJob(name: Work.jobName, schedule: schedule, arguments: Self.arguments(of: job)))
    }

    /// Writes a job, in its own transaction.
    ///
    /// - Parameters:
    ///   - due: When it is to run; by default at once.
    ///   - key: A name for what the job is about. A second job of this type with the same key is not written, until a
    ///     week after the first is done, or 90 days after it has failed for good.
    /// - Returns: Whether the job was written.
    /// - Throws: ``CommandError`` if the database cannot be written.
    @discardableResult
    public func add(_ job: some Job, at due: Date? = nil, key: String? = nil) async throws -> Bool {
        let new = new(job, at: due, key: key)
        return try await store.transaction { try new.add(in: $0) }
    }

    /// Returns a job to be written in a transaction of the app; see ``NewJob/add(in:)``. For the parameters see
    /// ``add(_:at:key:)``.
    public func new<Work: Job>(_ job: Work, at due: Date? = nil, key: String? = nil) -> NewJob {
        NewJob(
            name: Work.jobName, arguments: Self.arguments(of: job), due: due ?? clock.now, created: clock.now,
            key: key.map { "\(Work.jobName) \($0)" })
    }

    /// Lets a job that does not run begin again at once, with all its attempts.
    func restart(_ id: String) async throws {
        let now = clock.now
        try await store.transaction { try JobTable($0).restart(id, at: now) }
    }

    private static func arguments(of job: some Job) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(job) else { preconditionFailure("\(job) cannot be encoded as JSON") }
        return String(decoding: json, as: UTF8.self)
    }

    /// Starts to run jobs.
    ///
    /// - Throws: ``JobError/noTable``; an error of the database.
    public func start() async throws {
        guard store.schema.table(named: JobTable.name) != nil else { throw JobError.noTable }
        let (schedules, now) = (schedules, clock.now)
        try await store.transaction { transaction in
            for schedule in schedules {
                try JobTable(transaction).forget(schedule, at: now)
                try JobTable(transaction).prepare(schedule, at: now)
            }
        }
        guard !handlers.isEmpty else { return }
        let node = JobNode(claimTime: claimTime, limit: limit, skipsLocked: store.isServer)
        runner = JobRunner(handlers, schedules, in: store, clock, node) { [weak self] in self?.onWarning?($0) }
    }

    /// Stops to claim jobs, cancels those that run, and returns when they have ended. A job that ends by its
    /// cancellation is left to other nodes.
    public func stop() async {
        await runner?.stop()
    }
}
