import CSQLite
import GRDB

/// A connection that reads for the lists, one job at a time, off the loop.
final class Reader: Sendable {
    private let queue: DatabaseQueue

    /// What one job is to do.
    struct Job: Sendable {
        var requests: [ListRequest]
        /// The schema as the store knows it, with the number SQLite gave it.
        var schema: Schema
        var schemaVersion: Int64
        /// The version of the data when this reader last read everything.
        var dataVersion: Int64?
        var isReadOnly: Bool
        /// How long the query of a list may take.
        var timeLimit: Duration
    }

    /// What came of it: everything belongs to one state of the database.
    struct Report: Sendable {
        var answers: [ListAnswer] = []
        var schema: Schema
        var schemaVersion: Int64
        var dataVersion: Int64
    }

    init(path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "oriel.reader"
        configuration.busyMode = .timeout(1)
        configuration.acceptsDoubleQuotedStringLiterals = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Closes the connection; what it reads at the moment ends unanswered.
    func close() {
        queue.interrupt()
        try? queue.close()
    }

    /// Runs a job in one read transaction and hands over what was found, on the reader's queue.
    func run(_ job: Job, _ completion: @escaping @Sendable (Result<Report, StoreError>) -> Void) {
        queue.asyncWriteWithoutTransaction { database in
            completion(Self.report(job, on: database))
        }
    }

    /// Reads something in one read transaction, off the caller's thread.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (OpaquePointer) throws -> Value
    ) async -> Result<Value, StoreError> {
        await withCheckedContinuation { continuation in
            queue.asyncWriteWithoutTransaction { database in
                continuation.resume(
                    returning: Self.inTransaction(on: database) { connection throws(SQLFailure) in
                        do {
                            return try body(connection)
                        } catch let failure as SQLFailure {
                            throw failure
                        } catch {
                            throw SQLFailure(code: 1, message: "\(error)")
                        }
                    })
            }
        }
    }

    private static func report(_ job: Job, on database: Database) -> Result<Report, StoreError> {
        inTransaction(on: database) { connection throws(SQLFailure) in
            let schemaVersion = try pragma("schema_version", connection)  // begins the transaction's snapshot
            let dataVersion = try pragma("data_version", connection)
            if !job.schema.tables.isEmpty { try refuseEmptiness(connection) }
            var report = Report(schema: job.schema, schemaVersion: schemaVersion, dataVersion: dataVersion)
            if schemaVersion != job.schemaVersion {
                report.schema = try SchemaReader(connection: connection, isReadOnly: job.isReadOnly).read()
            }
            let isUnchanged = dataVersion == job.dataVersion && schemaVersion == job.schemaVersion
            for request in job.requests {
                report.answers.append(try answer(request, job, report.schema, isUnchanged, connection))
            }
            return report
        }
    }

    /// A file that had tables and has no page is being written anew, such as by `cp`: what was known stays until it is
    /// whole.
    private static func refuseEmptiness(_ connection: OpaquePointer) throws(SQLFailure) {
        guard try pragma("page_count", connection) == 0 else { return }
        throw SQLFailure(code: SQLITE_NOTADB, message: "the file is empty")
    }

    private static func answer(
        _ request: ListRequest, _ job: Job, _ schema: Schema, _ isUnchanged: Bool, _ connection: OpaquePointer
    ) throws(SQLFailure) -> ListAnswer {
        let scan = QueryScan(connection: connection, schema: schema, query: request.query)
        let start = ContinuousClock.now
        let result: Result<ListAnswer.News?, ListFailure>
        do throws(ScanError) {
            result = .success(
                try within(job.timeLimit, on: connection) { () throws(ScanError) in
                    isUnchanged && !request.isStale ? try request.fill(scan) : try request.refresh(scan)
                })
        } catch {
            result = .failure(try error.listFailure(job.timeLimit))
        }
        return ListAnswer(number: request.number, result: result, duration: .now - start)
    }

    private static func inTransaction<Value>(
        on database: Database, _ body: (OpaquePointer) throws(SQLFailure) -> Value
    ) -> Result<Value, StoreError> {
        guard let connection = database.sqliteConnection else { return .failure(.failed("the connection is closed")) }
        do throws(SQLFailure) {
            try SQLStatement(connection, "BEGIN").run()
            defer { try? SQLStatement(connection, "COMMIT").run() }
            return .success(try body(connection))
        } catch {
            return .failure(error.storeError)
        }
    }

    private static func pragma(_ name: String, _ connection: OpaquePointer) throws(SQLFailure) -> Int64 {
        let statement = try SQLStatement(connection, "PRAGMA main.\(name)")
        return try statement.step() ? statement.integer(0) : 0
    }
}

extension ScanError {
    /// The failure of one list; what concerns the whole database is thrown on.
    fileprivate func listFailure(_ limit: Duration) throws(SQLFailure) -> ListFailure {
        switch self {
        case .tooSlow:
            ListFailure(
                code: "query-too-slow",
                message: "The query takes longer than \(limit.components.seconds) s (queryTimeout in the settings).")
        case .store(let failure): throw failure
        case .gone(let name): ListFailure(code: "gone", message: "There is no table \"\(name)\" any more.")
        case .query(let message): ListFailure(code: "query-failed", message: "SQLite cannot answer: \(message).")
        }
    }
}
