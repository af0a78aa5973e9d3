import Tables

/// Reads lists on a connection of an engine, one job at a time, off the event loop.
final class ListReader: Sendable {
    private let connection: any ListConnection
    private let scans = ListScans()
    /// The bytes of rows after which a job ends, because its rows are in memory until it does. The next job reads the
    /// other lists.
    private static let jobBytes = 16 * 1024 * 1024

    /// The input of a job.
    struct Job: Sendable {
        var requests: [ListRequest]
        /// Lists that were closed.
        var closed: [Int]
        /// The schema that the store knows, and its version.
        var schema: Schema
        var schemaVersion: Int64
        var limits: ScanLimits
        /// Receives partial results for a list that takes long, off the loop.
        var tell: @Sendable (ListRequest, ListAnswer.News) -> Void
    }

    /// The result of a job. All parts belong to one state of the database.
    struct Report: Sendable {
        /// The answers to the first requests: to all, unless there was a commit meanwhile or the rows were too long.
        var answers: [ListAnswer] = []
        var schema: Schema
        var schemaVersion: Int64
        /// The position of the state.
        var position: Int64
    }

    /// Creates a reader.
    init(on connection: any ListConnection) {
        self.connection = connection
    }

    /// Releases everything that was prepared on the connection, after the present job.
    func release() {
        connection.async { [scans] in scans.removeAll() }
    }

    /// Runs a job on one state of the database. `work` is the CPU time used.
    func run(_ job: Job, _ completion: @escaping @Sendable (Result<Report, StoreError>, _ work: Duration) -> Void) {
        let positions = Set(job.requests.compactMap(\.position))
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
                        ?? ListScan(request.query, on: state, schema, sharing: SharedOrders())
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

    private func report(_ job: Job, _ state: any DatabaseState) throws(StoreError) -> Report {
        var report = Report(schema: job.schema, schemaVersion: state.schemaVersion, position: state.position)
        if state.schemaVersion != job.schemaVersion { report.schema = try state.readSchema(after: job.schema) }
        let look = try ScanLook(state, job.limits, tell: job.tell)
        scans.keep(schemaVersion: state.schemaVersion, without: job.closed)
        var readBytes = 0
        for request in job.requests {
            let scan = scans.scan(request, report.schema, state)
            guard let answer = try scan.answer(request, in: look) else { break }
            report.answers.append(answer)
            readBytes += answer.readBytes
            if readBytes > Self.jobBytes { break }
        }
        if let interests = scans.newInterests() { state.keepFormerValues(of: interests) }
        return report
    }
}
