import Changes
import Tables

/// The scans of a reader's lists, kept until the schema changes, and the lists that it follows.
final class ListScans: @unchecked Sendable {  // guard: the connection's queue
    private var scans: [Int: ListScan] = [:]
    let orders: SharedOrders
    private var followed = FollowedLists()
    /// The version of the schema of these scans.
    private var schemaVersion: Int64?

    /// Creates a reader's scans, whose orders take a part of this memory.
    init(in memory: OrderMemory) {
        orders = SharedOrders(in: memory)
    }

    /// Discards the scans of closed lists, and all scans of another schema.
    func keep(schemaVersion: Int64, without closed: [Int]) {
        if schemaVersion != self.schemaVersion {
            (scans, interests) = ([:], [:])
            orders.removeAll()
        }
        self.schemaVersion = schemaVersion
        forget(closed)
    }

    /// Discards these scans, and the orders that no other list uses.
    func forget(_ closed: [Int]) {
        for number in closed {
            unfollow(number)
            if let scan = scans.removeValue(forKey: number), let name = scan.orderName { orders.release(name) }
        }
    }

    /// Returns the scan for a list.
    func scan(_ request: ListRequest, _ schema: Schema, _ state: any DatabaseState) -> ListScan {
        if let known = scans[request.number] { return known }
        let scan = ListScan(request.query, on: state, schema, sharing: orders)
        interests.merge(scan.interests) { $0.union($1) }
        scans[request.number] = scan
        return scan
    }

    /// Returns the scan for a list if it belongs to this version of the schema.
    func known(_ number: Int, _ schemaVersion: Int64) -> ListScan? {
        schemaVersion == self.schemaVersion ? scans[number] : nil
    }

    /// Releases all statements, so that the connection can be closed.
    func removeAll() {
        scans = [:]
        orders.removeAll()
        followed.removeAll()
    }

    /// The columns whose former values the scans can use, by table.
    private(set) var interests: [ExactName: Set<Int>] = [:] {
        didSet { if interests != oldValue { areInterestsNew = true } }
    }
    private var areInterestsNew = false

    /// Returns the interests if they have changed since the last call.
    func newInterests() -> [ExactName: Set<Int>]? {
        defer { areInterestsNew = false }
        return areInterestsNew ? interests : nil
    }
}

extension ListScans {
    /// Returns the followed lists that the changes since the last job concern. Lists of the job are no longer followed.
    func concerned(in job: ListJob, _ state: any DatabaseState, _ schema: Schema) -> [ListRequest] {
        for number in job.ended.woken { unfollow(number) }
        for request in job.requests { unfollow(request.number) }
        let concerned = followed.concerned(since: job.position, in: state, schema, within: job.limits.time)
        for request in concerned {
            advance(request.number)
            scans[request.number]?.shared?.concernedAt = state.position
        }
        return concerned
    }

    /// Follows the lists of a report that are complete. Called last, because a job that fails reports nothing.
    func follow(_ report: ListReport) {
        if followed.schemaVersion != report.schemaVersion { followed.removeAll() }
        for (place, request) in report.requests.enumerated() {
            let next = place < report.answers.count ? report.answers[place].followed : nil
            if let next, let scan = scans[request.number], let concern = scan.concern {
                if followed.add(next, concern) { scan.shared?.followers += 1 }
            } else {
                unfollow(request.number)
            }
        }
        followed.record(position: report.position, schemaVersion: report.schemaVersion)
    }

    private func unfollow(_ number: Int) {
        advance(number)
        guard followed.remove(number), followed.schemaVersion == schemaVersion else { return }
        scans[number]?.shared?.followers -= 1
    }

    /// Notes that no change has concerned a followed list since its last answer.
    private func advance(_ number: Int) {
        guard let answered = followed.answered(number) else { return }
        scans[number]?.advance(from: answered, to: followed.position)
    }
}
