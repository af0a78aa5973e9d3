import FoundationEssentials
import Loop

/// The arguments of work that is done later, once on any number of nodes.
///
///     struct Reminder: Job { var ticket: Int }
///
/// See ``Jobs``.
public protocol Job: Codable, Sendable {
    /// The name in the database, by default that of the type. Keep it when the type gets another name.
    static var jobName: String { get }
}

extension Job {
    /// The name of the type.
    public static var jobName: String { "\(self)" }
}

/// A job that waits to be written; see ``Jobs/new(_:at:key:)``.
public struct NewJob: Sendable {
    /// The id of the job.
    public let id = UUID().uuidString.lowercased()
    let name: String
    let arguments: String
    let due: Date
    let created: Date
    let key: String?
}

/// One run of a job.
public struct JobRun: Sendable {
    /// The id of the job.
    public let id: String
    /// The number of this run, from 1. A job that failed, or whose node ended, runs again.
    public let attempt: Int
    /// When the job was due.
    public let due: Date
    /// The id of the claim under which this run has the job.
    let claim: String
    let clock: AppClock
}

/// Why a job cannot be written or ended.
public enum JobError: Error, CustomStringConvertible, Equatable {
    /// Another node runs the job, because this node did not respond for too long.
    case lost
    /// The database has no table of jobs.
    case noTable
    /// The schedule is not valid, for this reason.
    case schedule(String)

    /// The error as a sentence.
    public var description: String {
        switch self {
        case .lost: "Another node has taken over the job."
        case .noTable: "The database has no table oriel_jobs. Add the migration Jobs.migration."
        case .schedule(let reason): reason
        }
    }
}
