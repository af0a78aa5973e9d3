import CSQLite
import Dispatch
import Lists
import SQLite
import Spools
import Synchronization
import Tables

/// All rows of a query of a file, read through a separate connection, so that lists and commands do not wait. Reading
/// is as fast as possible, because it blocks writers in a database without a write-ahead log.
///
/// If no index has the order, SQLite also sorts in temporary files. Only a piece is in memory.
final class FileExport: RowExport, @unchecked Sendable {  // guard: `connection` and `statement` belong to `queue`
    private let queue = DispatchQueue(label: "oriel.export")
    private let readers = DispatchQueue(label: "oriel.export.text")
    private let path: String
    /// Finds the ids of rows; `nil` for an SQL query, whose rows have none.
    private let locator: RowLocator?
    private let text: (sql: String, values: [SQLValue])
    private let budget: QueryBudget
    private let spool: Spool
    /// Tells a running statement to end.
    private let isCancelled = Atomic(false)
    /// Measures how long reading takes.
    let watch = Stopwatch()
    private var connection: SQLConnection?
    private var statement: SQLStatement?

    init(
        path: String, table: Table?, query: Query, within budget: QueryBudget, in room: SpoolRoom
    ) throws(StoreError) {
        (self.path, self.budget) = (path, budget)
        locator = table.map { RowLocator(table: $0) }
        if case .sql(let sql) = query.subject {
            text = (sql.sql, sql.parameters)
        } else if let table {
            text = QueryText(table: table, query: query).all
        } else {
            throw .failed("the query has no table")
        }
        spool = try Spool(in: room)
    }

    deinit {
        end()
    }

    /// Reads all rows, off the loop, and then closes the connection to the database.
    func run(
        _ write: @escaping @Sendable (Row, Int, inout [UInt8]) -> Void, grown: @escaping @Sendable (Int) -> Void
    ) async throws(StoreError) {
        try await queue.value { [self] () throws(StoreError) in
            watch.begin()
            defer {
                end()
                watch.end()
            }
            try readRows(write, grown)
        }
    }

    func bytes(at offset: Int, count: Int) async throws(StoreError) -> [UInt8] {
        try await readers.value { [spool] () throws(StoreError) in try spool.bytes(at: offset, count: count) }
    }

    /// Closes the connection to the database. A ``run(_:grown:)`` in progress fails.
    func close() async {
        isCancelled.store(true, ordering: .relaxed)
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private func readRows(
        _ write: @escaping (Row, Int, inout [UInt8]) -> Void, _ grown: @escaping (Int) -> Void
    ) throws(StoreError) {
        let connection = try SQLFailure.asStoreError { () throws(SQLFailure) in try open() }
        try Interruption.limiting(connection, to: Interruption.longest, unless: { self.mustEnd }) {
            () throws(StoreError) in
            try readRows(try SQLFailure.asStoreError { () throws(SQLFailure) in try begin(connection) }, write, grown)
        }
    }

    private func readRows(
        _ statement: SQLStatement, _ write: @escaping (Row, Int, inout [UInt8]) -> Void,
        _ grown: @escaping (Int) -> Void
    ) throws(StoreError) {
        let keyCount = locator?.keyColumns.count ?? 0
        var writer = SpoolWriter(to: spool, write, grown: grown)
        while try SQLFailure.asStoreError({ () throws(SQLFailure) in try statement.step() }) {
            let id = locator?.id((0..<keyCount).map { statement.value($0) }) ?? ""
            try writer.add(Row(id: id, values: statement.shownValues(from: keyCount)))
        }
        try writer.flush()
    }

    private func open() throws(SQLFailure) -> OpaquePointer {
        guard !mustEnd else { throw SQLFailure(code: SQLITE_INTERRUPT, message: "the file cannot be opened") }
        let opened = try SQLConnection(path, .reading, busyTimeout: .seconds(1))
        let handle = opened.handle
        budget.confine(handle)
        TextComparison.enable(on: handle)
        connection = consume opened
        return handle
    }

    private func begin(_ connection: OpaquePointer) throws(SQLFailure) -> SQLStatement {
        let made = try SQLStatement(connection, text.sql)
        made.bind(text.values)
        statement = made
        return made
    }

    private func end() {
        statement = nil
        connection = nil
    }

    /// Whether a running statement must end.
    private var mustEnd: Bool { isCancelled.load(ordering: .relaxed) }
}

extension SQLFailure {
    fileprivate static func asStoreError<Value>(_ body: () throws(SQLFailure) -> Value) throws(StoreError) -> Value {
        do throws(SQLFailure) {
            return try body()
        } catch {
            throw error.storeError
        }
    }
}
