import Tables

/// Reads lists on a connection of an engine, one job at a time, off the event loop.
final class ListReader: Sendable {
    private let connection: any ListConnection
    private let scans: ListScans
    /// The bytes of rows after which a job ends, because its rows are in memory until it does. The next job reads the
    /// other lists.
    private static let jobBytes = 16 * 1024 * 1024

    /// Creates a reader, whose orders take a part of this memory.
    init(on connection: any ListConnection, in memory: OrderMemory) {
        self.connection = connection
        scans = ListScans(in: memory)
    }

    /// Releases everything that was prepared on the connection, after the present job.
    func release() {
        connection.async { [scans] in scans.removeAll() }
    }

    /// Runs a job on one state of the database. `work` is the CPU time used.
    func run(
        _ job: ListJob, _ completion: @escaping @Sendable (Result<ListReport, StoreError>, _ work: Duration) -> Void
    ) {
        let positions = Set(job.requests.compactMap(\.position) + [job.position].compactMap { $0 })
        connection.read(since: positions, { [self] state throws(StoreError) in try report(job, state) }, completion)
    }

    /// Reads missing rows by their keys, in the known orders of lists. Calls `completion` off the loop with the rows
    /// found for each list, or without results if the schema has another version.
    ///
    /// The rows may be newer than the orders, and the lists may belong to another reader.
    func fill(
        _ requests: [ListRequest], _ schema: Schema, _ schemaVersion: Int64,
        _ completion: @escaping @Sendable ([ListAnswer.News?]) -> Void
    ) {
        connection.read(since: []) { [scans] state throws(StoreError) -> [ListAnswer.News?] in
            guard state.schemaVersion == schemaVersion else { return [] }
            let found = try? state.within(ScanLimits.quick.time) { () throws(ScanError) in
                requests.map { request in
                    let scan =
                        scans.known(request.number, schemaVersion)
                        ?? ListScan(request.query, on: state, schema, sharing: SharedOrders(in: scans.orders.memory))
                    return try? scan.fill(request)
                }
            }
            return found ?? []
        } _: { found, _ in
            completion((try? found.get()) ?? [])
        }
    }

    /// Discards the scans of lists that were closed or have another reader, as the next job would.
    func forget(_ lists: [Int]) { connection.async { [scans] in scans.forget(lists) } }

    /// Delivers the first content of a list before the job ends, where jobs take long.
    private func deliver(_ answer: ListAnswer, to request: ListRequest, of job: ListJob, isLast: Bool) {
        guard job.limits.isEager, !isLast, request.ordering == nil, case .success(let news?) = answer.result else {
            return
        }
        job.notify(request, news)
    }

    private func report(_ job: ListJob, _ state: any DatabaseState) throws(StoreError) -> ListReport {
        var schema = job.schema
        if state.schemaVersion != job.schemaVersion { schema = try state.readSchema(after: job.schema) }
        let look = try ScanLook(state, job.limits, notify: job.notify)
        scans.keep(schemaVersion: state.schemaVersion, without: job.ended.closed)
        let concerned = scans.concerned(in: job, state, schema)
        var report = ListReport(
            requests: concerned + job.requests, schema: schema, schemaVersion: state.schemaVersion,
            position: state.position)
        for request in report.requests {
            scans.known(request.number, state.schemaVersion)?.announce(request, in: state)
        }
        state.readAhead(within: job.limits.time)
        var readBytes = 0
        for request in report.requests {
            let start = ContinuousClock.now
            let scan = scans.scan(request, schema, state)
            guard var answer = try scan.answer(request, in: look) else { break }
            answer.time = .now - start
            report.answers.append(answer)
            deliver(answer, to: request, of: job, isLast: report.answers.count == report.requests.count)
            readBytes += answer.readBytes
            if readBytes > Self.jobBytes { break }
        }
        if let interests = scans.newInterests() { state.keepFormerValues(of: interests) }
        scans.follow(report)
        return report
    }
}
