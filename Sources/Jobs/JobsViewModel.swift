import DataSources
import FoundationEssentials
import JSON
import Lists
import Loop
import Models
import Stores
import Tables
import ViewModels

/// A live screen of the jobs of an app. Everyone who sees it may run a job again or delete it, so show it to operators
/// only:
///
///     screen("/jobs?state") { [jobs] _ in JobsViewModel(jobs) }
///
///     override func admits(_ principal: Principal, to route: Route) -> Bool {
///         route.segments.first != "jobs" || principal.isAdmin
///     }
public final class JobsViewModel: ViewModel {
    /// Which jobs are shown.
    public enum Shown: String, InputValue, CaseIterable, Sendable {
        /// All jobs.
        case all
        /// Jobs that have thrown too often.
        case failed
        /// Jobs that a node does at present.
        case running
        /// Jobs that are not due, or that run again later.
        case waiting
        /// Jobs that have ended.
        case done
    }

    /// Which jobs are shown; part of the address.
    @Input(query: "state") public var shown = Shown.all
    /// How many jobs have failed for good.
    @Live public var failed: Int

    private let jobs: Jobs

    /// Creates the screen.
    public init(_ jobs: Jobs) {
        self.jobs = jobs
        _failed = Live(jobs.store.count(JobTable.name, where: [.equal("state", "failed")]))
        super.init(title: "Jobs")
        list(depending: \.shown) { shown in
            let filters: [Filter] = shown == .all ? [] : [.equal("state", shown.rawValue)]
            return CellList(
                jobs.store.list(JobTable.name, where: filters, sort: [.descending("due")]) { JobCell($0, jobs) })
        }
    }
}

/// A job.
private final class JobCell: CellViewModel, RecordCell {
    @Bound var record: Record
    @Output var state = ""
    @Output var due: Date?
    @Output var arguments = ""
    private let jobs: Jobs

    init(_ job: Record, _ jobs: Jobs) {
        (record, self.jobs) = (job, jobs)
        super.init()
    }

    override func updateOutputs() {
        title = record["name"] ?? ""
        state = record["state"] ?? ""
        due = record["due"]
        arguments = record["arguments"] ?? ""
        let (attempts, error): (Int, String?) = (record["attempts"] ?? 0, record["error"])
        let details = [attempts > 1 ? "run \(attempts) times" : nil, error].compactMap { $0 }
        subtitle = details.isEmpty ? nil : details.joined(separator: ", ")
        let rests = state != "running"
        rights = rests ? .delete : []
        actions =
            rests
            ? [
                RowAction("run", title: state == "waiting" ? "Run now" : "Run again") { [unowned self] in
                    try await jobs.restart(record.id)
                }
            ] : []
    }

    override func delete() async throws {
        try await jobs.store.write(.delete(table: JobTable.name, id: record.id))
    }
}
