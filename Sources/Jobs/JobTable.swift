import FoundationEssentials
import Stores
import Tables

/// The statements on the table of jobs, in a transaction.
///
/// Each claim of a job has an id. A statement that ends a run names it, so that a node whose claim has lapsed changes
/// nothing.
struct JobTable {
    static let name = "oriel_jobs"

    /// The SQL that creates the table, in SQLite and in PostgreSQL. Never change it once it is released: apps have it
    /// among their migrations.
    static let creation = """
        CREATE TABLE oriel_jobs (
          id TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL,
          arguments TEXT NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
          due TEXT NOT NULL,
          attempts INTEGER NOT NULL,
          claim TEXT,
          lapses TEXT,
          error TEXT,
          key TEXT UNIQUE,
          schedule TEXT,
          created TEXT NOT NULL,
          ended TEXT
        );
        CREATE INDEX oriel_jobs_due ON oriel_jobs (state, due);
        CREATE INDEX oriel_jobs_schedule ON oriel_jobs (schedule, state);
        """

    /// The states of a job.
    enum State: String, ColumnValue { case waiting, running, done, failed }

    /// How a run ends.
    enum End: Sendable {
        case done
        /// For good, with an error.
        case failed(String)
        /// With an error; another run follows at this time.
        case retry(Date, String)
        /// The job is left to other nodes, as if this node had not claimed it.
        case released
    }

    /// A row that a node may claim.
    struct Row: Decodable {
        let id: String
        let name: String
        let arguments: String
        let attempts: Int
        let due: Date
        let state: String
    }

    private let transaction: Transaction

    init(_ transaction: Transaction) { self.transaction = transaction }

    /// Writes a job, unless its key exists.
    func insert(_ job: NewJob, schedule: String? = nil) throws -> Bool {
        try transaction.run(
            """
            INSERT INTO oriel_jobs (id, name, arguments, state, due, attempts, key, schedule, created)
            VALUES (?, ?, ?, 'waiting', ?, 0, ?, ?, ?) ON CONFLICT (key) DO NOTHING
            """, job.id, job.name, job.arguments, job.due, job.key, schedule, job.created) > 0
    }

    /// Returns up to `count` jobs with these names that wait and are due, and those whose claim has lapsed. On a
    /// server, rows that another node is claiming are left out.
    func claimable(_ names: [String], at now: Date, count: Int, _ skipsLocked: Bool) throws -> [Row] {
        let lock = skipsLocked ? " FOR UPDATE SKIP LOCKED" : ""
        let rows =
            "SELECT id, name, arguments, attempts, due, state FROM oriel_jobs WHERE name IN "
            + "(\(names.map { _ in "?" }.joined(separator: ", "))) AND "
        let values = names.map(\.sqlValue) + [now.sqlValue, Int64(count).sqlValue]
        let lapsed: [Row] = try transaction.rows(
            rows + "state = 'running' AND lapses <= ? ORDER BY lapses LIMIT ?" + lock, with: values)
        let due: [Row] = try transaction.rows(
            rows + "state = 'waiting' AND due <= ? ORDER BY due, created, id LIMIT ?" + lock, with: values)
        return Array((lapsed + due).prefix(count))
    }

    /// Claims a job until a time.
    ///
    /// - Parameter claim: The id of the claim.
    /// - Returns: Whether no other node has claimed it.
    func claim(_ row: Row, as claim: String, until end: Date) throws -> Bool {
        try transaction.run(
            """
            UPDATE oriel_jobs SET state = 'running', attempts = attempts + 1, lapses = ?, claim = ?
            WHERE id = ? AND attempts = ? AND state = ?
            """, end, claim, row.id, row.attempts, row.state) > 0
    }

    /// Extends the claim of a run.
    ///
    /// - Returns: Whether the run still has the claim.
    func extend(_ run: JobRun, until end: Date) throws -> Bool {
        try transaction.run(
            "UPDATE oriel_jobs SET lapses = ? WHERE id = ? AND claim = ? AND state = 'running'", end, run.id, run.claim)
            > 0
    }

    /// Records the end of a run.
    ///
    /// - Returns: Whether the run still had its claim, or has completed its job itself.
    func record(_ end: End, of run: JobRun, at now: Date) throws -> Bool {
        switch end {
        case .done: try complete(run, at: now) || isDone(run)
        case .failed(let error): try set(run, .failed, error, "ended = ?", now)
        case .retry(let due, let error): try set(run, .waiting, error, "due = ?", due)
        case .released: try set(run, .waiting, nil, "attempts = attempts - ?", 1)
        }
    }

    /// Completes the job of a run.
    ///
    /// - Returns: Whether the run still had its claim.
    func complete(_ run: JobRun, at now: Date) throws -> Bool { try set(run, .done, nil, "ended = ?", now) }

    private func set(
        _ run: JobRun, _ state: State, _ error: String?, _ change: String, _ value: any ColumnValue
    ) throws -> Bool {
        try transaction.run(
            """
            UPDATE oriel_jobs SET state = ?, error = ?, lapses = NULL, \(change)
            WHERE id = ? AND claim = ? AND state = 'running'
            """, state, error, value, run.id, run.claim) > 0
    }

    /// Lets a job that does not run begin again at once. A job of a schedule leaves it, so that the regular time stays.
    func restart(_ id: String, at now: Date) throws {
        try transaction.run(
            """
            UPDATE oriel_jobs SET state = 'waiting', due = ?, attempts = 0, error = NULL, ended = NULL,
            key = CASE WHEN schedule IS NULL THEN key END, schedule = NULL WHERE id = ? AND state <> 'running'
            """, now, id)
    }

    /// Whether a run has completed its job in an earlier transaction.
    func isDone(_ run: JobRun) throws -> Bool {
        let rows: [Int] = try transaction.rows(
            "SELECT 1 FROM oriel_jobs WHERE id = ? AND claim = ? AND state = 'done'", run.id, run.claim)
        return !rows.isEmpty
    }

    /// Adds the next job of a schedule, unless one waits or runs. A job that waits for another attempt does not count.
    func prepare(_ schedule: ScheduledJob, at now: Date) throws {
        let waiting: [Int] = try transaction.rows(
            """
            SELECT 1 FROM oriel_jobs WHERE schedule = ?
            AND (state = 'running' OR state = 'waiting' AND attempts = 0) LIMIT 1
            """, schedule.name)
        var time = now
        while waiting.isEmpty, let next = schedule.schedule.next(after: time) {
            // Another node, whose clock is ahead, may have had this job already.
            if try insert(schedule.job(at: next, now), schedule: schedule.name) { return }
            time = next
        }
    }

    /// Deletes the next job of a schedule if its time or its arguments have changed.
    func forget(_ schedule: ScheduledJob, at now: Date) throws {
        guard let next = schedule.schedule.next(after: now) else { return }
        try transaction.run(
            """
            DELETE FROM oriel_jobs WHERE schedule = ? AND state = 'waiting' AND attempts = 0 AND due > ?
            AND (due <> ? OR arguments <> ?)
            """, schedule.name, now, next, schedule.arguments)
    }

    /// Deletes jobs in a state that ended before a time.
    func remove(_ state: State, endedBefore time: Date) throws {
        try transaction.run("DELETE FROM oriel_jobs WHERE state = ? AND ended < ?", state, time)
    }

    /// The earliest time at which a job of these names can be claimed.
    static func next(of names: [String]) -> (sql: String, parameters: [(any ColumnValue)?]) {
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        let sql = """
            SELECT min(time) AS time FROM (
              SELECT time FROM (SELECT due AS time FROM oriel_jobs WHERE state = 'waiting' AND name IN (\(marks))
                ORDER BY due LIMIT 1) AS waiting
              UNION ALL SELECT lapses FROM oriel_jobs WHERE state = 'running' AND name IN (\(marks))) AS jobs
            """
        return (sql, names + names)
    }
}
