import FoundationEssentials
import Loop

/// Runs the jobs of one type.
struct JobHandler {
    let attempts: Int
    let backoff: Duration
    let timeLimit: Duration
    let run: @SceneActor (String, JobRun) async throws -> Void

    /// The longest time between two runs of a job that fails.
    private static let longestWait = Duration.seconds(86_400)

    /// Returns how long a job waits after this many runs: each time twice as long.
    func wait(after attempt: Int) -> Duration {
        min(Self.longestWait, backoff * (1 << min(attempt - 1, 20)))
    }
}

/// A job that a schedule repeats.
struct ScheduledJob {
    let name: String
    let schedule: Schedule
    let arguments: String

    func job(at due: Date, _ now: Date) -> NewJob {
        NewJob(
            name: name, arguments: arguments, due: due, created: now,
            key: "\(name) \(due.formatted(.iso8601))")
    }
}
