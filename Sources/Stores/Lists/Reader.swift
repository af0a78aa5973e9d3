import CSQLite
import GRDB
import SQLite
import Tables

/// Reads lists, one job at a time, off the event loop. It uses the desk's connection or its own.
final class Reader: Sendable {
    private let desk: Desk
    private let queue: DatabaseQueue?
    private let scans = ListScans()
    private let statements: PreparedStatements
    /// Measures how long the reader's own queue takes.
    let watch = Stopwatch()

    /// How long a reader with its own connection waits for a lock, in milliseconds.
    private static let patience: Int32 = 1_000

    /// The input of a job.
    struct Job: Sendable {
        var requests: [ListRequest]
        /// Lists that were closed.
        var closed: [Int]
        /// The schema that the store knows, and its version in SQLite.
        var schema: Schema
        var schemaVersion: Int64
        var isReadOnly: Bool
        var limits: ScanLimits
        /// Receives partial results for a list that takes long, off the loop.
        var tell: @Sendable (ListRequest, ListAnswer.News) -> Void
    }

    /// The result of a job. All parts belong to one state of the database.
    struct Report: Sendable {
        /// The answers to the first requests: to all, unless there was a commit meanwhile.
        var answers: [ListAnswer] = []
        var schema: Schema
        var schemaVersion: Int64
        /// The number of the last commit that is shown.
        var position: Int64
    }

    /// Creates a reader on the desk's connection.
    init(on desk: Desk) {
        self.desk = desk
        statements = desk.statements
        queue = nil
    }

    /// Creates a reader with its own connection, which blocks no other work.
    init(path: String, beside desk: Desk, within budget: QueryBudget) throws {
        self.desk = desk
        statements = PreparedStatements()
        let configuration = Configuration.own(
            "oriel.reader", within: budget, readOnly: true, patience: .milliseconds(Int(Self.patience)),
            comparesTexts: true)
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Closes the connection, if it is the reader's own. Interrupts the present job.
    func close() {
        guard let queue else { return desk.sync { scans.removeAll() } }
        queue.interruptUntilIdle()
        queue.inDatabase { _ in
            scans.removeAll()
            statements.removeAll()
        }
        try? queue.close()
    }

    /// Runs a job in one read transaction off the loop. `work` is the CPU time used: waiting for locks is not work.
    func run(_ job: Job, _ completion: @escaping @Sendable (Result<Report, StoreError>, _ work: Duration) -> Void) {
        async { connection in
            let start = ThreadTime.now
            let result = self.transaction(on: connection) { connection throws(SQLFailure) in
                try self.report(job, connection)
            }
            completion(result, ThreadTime.now - start)
            if self.queue == nil { self.desk.ledger.prune() }
        }
    }

    /// Reads missing rows by their keys, in the known orders of lists. Calls `completion` off the loop with the rows
    /// found for each list, or without results if the schema has another version.
    ///
    /// The rows may be newer than the orders, and the lists may belong to another reader.
    func fill(
        _ requests: [ListRequest], _ schema: Schema, _ schemaVersion: Int64,
        _ completion: @escaping @Sendable ([ListAnswer.News?]) -> Void
    ) {
        async { connection in
            let found = self.transaction(on: connection) { connection throws(SQLFailure) -> [ListAnswer.News?] in
                guard try self.pragma("schema_version", connection) == schemaVersion else { return [] }
                return within(ScanLimits.quick.time, on: connection) {
                    requests.map { self.fill($0, schema, schemaVersion, connection) }
                }
            }
            completion((try? found.get()) ?? [])
        }
    }

    private func fill(
        _ request: ListRequest, _ schema: Schema, _ schemaVersion: Int64, _ connection: OpaquePointer
    ) -> ListAnswer.News? {
        guard let ordering = request.ordering else { return nil }
        let scan =
            scans.known(request.number, schemaVersion)
            ?? ListScan(connection, schema, request.query, sharing: SharedOrders())
        return try? request.fill(ordering) { positions throws(ScanError) in
            try scan.keyedRows(at: positions, in: ordering)
        }
    }

    /// Discards the scans of lists that were closed or have another reader, as the next job would.
    func forget(_ lists: [Int]) { async { _ in self.scans.forget(lists) } }

    /// Reads a value in one read transaction, off the caller's thread.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (OpaquePointer) throws -> Value
    ) async -> Result<Value, StoreError> {
        await withCheckedContinuation { continuation in
            async { connection in
                let result = self.transaction(on: connection) { connection throws(SQLFailure) in
                    do {
                        return Result<Value, StoreError>.success(try body(connection))
                    } catch let failure as SQLFailure {
                        throw failure
                    } catch let error as StoreError {
                        return .failure(error)
                    } catch {
                        throw SQLFailure(code: 1, message: "\(error)")
                    }
                }
                continuation.resume(returning: result.flatMap { $0 })
            }
        }
    }

    private func async(_ body: @escaping @Sendable (OpaquePointer?) -> Void) {
        guard let queue else { return desk.async(body) }
        queue.async(timedBy: watch, body)
    }

    private func transaction<Value>(
        on connection: OpaquePointer?, _ body: (OpaquePointer) throws(SQLFailure) -> Value
    ) -> Result<Value, StoreError> {
        guard let connection else { return .failure(.failed("the connection is closed")) }
        if desk.place.isLeft { return .failure(FilePlace.left.storeError) }
        do throws(SQLFailure) {
            try statements.begin(connection)
            defer { try? statements.commit(connection) }
            return .success(try body(connection))
        } catch {
            return .failure(error.storeError)
        }
    }

    /// The state of the database that a transaction sees, and the changes for each list.
    private struct Sight {
        let schemaVersion: Int64
        let position: Int64
        let changes: [RowChanges?]
    }

    private func report(_ job: Job, _ connection: OpaquePointer) throws(SQLFailure) -> Report {
        let sight = try queue == nil ? look(job) : lookFromBeside(job, connection)
        var report = Report(schema: job.schema, schemaVersion: sight.schemaVersion, position: sight.position)
        if sight.schemaVersion != job.schemaVersion {
            if !job.schema.tables.isEmpty { try refuseEmptiness(connection) }
            report.schema = try SchemaReader(connection: connection, isReadOnly: job.isReadOnly).read()
            if queue == nil { try desk.ledger.use(report.schema) }
        }
        let look = try self.look(at: sight.position, job, connection)
        scans.keep(schemaVersion: sight.schemaVersion, without: job.closed)
        for (request, changes) in zip(job.requests, sight.changes) {
            let scan = scans.scan(request, report.schema, connection)
            guard var answer = try scan.answer(request, changes, in: look) else { break }
            answer.basis = scan.basis
            report.answers.append(answer)
        }
        tellInterests()
        return report
    }

    /// Tells the ledger which former values are needed. It keeps them by reader, because two readers may need those of
    /// one table. This does not wait for the desk: its commit may be waiting for this transaction to end.
    private func tellInterests() {
        guard let interests = scans.newInterests() else { return }
        let reader = ObjectIdentifier(self)
        guard queue != nil else { return desk.ledger.setInterests(interests, of: reader) }
        desk.async { [desk] _ in desk.ledger.setInterests(interests, of: reader) }
    }

    /// Reads the state on the desk's connection. The ledger's check begins the snapshot of the transaction.
    private func look(_ job: Job) throws(SQLFailure) -> Sight {
        let position = try desk.ledger.look()
        return Sight(
            schemaVersion: desk.ledger.schemaVersion, position: position,
            changes: job.requests.map { desk.ledger.changes(since: $0.position) })
    }

    /// Reads the state on another connection, on the desk's queue, so that no commit of ours comes between. Reading the
    /// schema version begins the snapshot of the transaction. After a commit of another program around that time, the
    /// transaction begins again, because the snapshot may or may not include the commit.
    private func lookFromBeside(_ job: Job, _ connection: OpaquePointer) throws(SQLFailure) -> Sight {
        sqlite3_busy_timeout(connection, 0)  // waiting here would block every user of the desk
        defer { sqlite3_busy_timeout(connection, Self.patience) }
        let result = desk.sync {
            Result { () throws(SQLFailure) in
                var position = try desk.ledger.look()
                while true {
                    _ = try pragma("schema_version", connection)
                    let sight = try look(job)
                    if sight.position == position { return sight }
                    position = sight.position
                    try statements.commit(connection)
                    try statements.begin(connection)
                }
            }
        }
        return try result.get()
    }

    /// Throws if a file that had tables has no pages: it is being rewritten, for example by `cp`. The known content
    /// stays until the file is complete.
    private func refuseEmptiness(_ connection: OpaquePointer) throws(SQLFailure) {
        guard try pragma("page_count", connection) == 0 else { return }
        throw SQLFailure(code: SQLITE_NOTADB, message: "the file is empty")
    }

    /// Returns the limits for the lists of a job. They spare writers where a reader blocks them.
    private func look(at position: Int64, _ job: Job, _ connection: OpaquePointer) throws(SQLFailure) -> ScanLook {
        var look = ScanLook(position: position, limits: job.limits, limitsInSteps: job.limits, tell: job.tell)
        guard queue != nil,
            try statements.row("PRAGMA main.journal_mode", [], connection)?.first != .text("wal")
        else { return look }
        look.limits = job.limits.sparing(desk.writersPatience)
        let version = try pragma("data_version", connection)
        look.pause = ScanPause(
            begin: { [statements] () throws(SQLFailure) in try statements.commit(connection) },
            end: { () throws(SQLFailure) in
                try self.statements.begin(connection)
                guard try self.pragma("data_version", connection) == version else { throw SQLFailure.overtaken }
            })
        return look
    }

    /// Returns the integer value of a pragma.
    private func pragma(_ name: String, _ connection: OpaquePointer) throws(SQLFailure) -> Int64 {
        let row = try statements.row("PRAGMA main.\(name)", [], connection)
        guard case .integer(let number)? = row?.first else { return 0 }
        return number
    }
}
