import Dispatch
import Lists
import PostgreSQL
import Spools
import Tables

/// All rows of a query, read through a cursor on a connection of its own. Only a piece is in memory.
final class PostgresExport: RowExport, Sendable {
    /// Measures how long reading takes.
    let watch = Stopwatch()
    private let queue = DispatchQueue(label: "oriel.postgres.export")
    private let readers = DispatchQueue(label: "oriel.postgres.export.text")
    private let connection: Owned
    private let exported: Rows
    private let spool: Spool

    /// The rows that are fetched at once.
    private static let rowCount = 500

    /// The statement that selects the rows.
    struct Rows: Sendable {
        let sql: String
        /// Runs before it in the transaction, as to change the role.
        var setup = ""
        /// Finds the ids of rows from the first values; `nil` for rows without ids.
        let locator: RowLocator?
    }

    private struct Owned: @unchecked Sendable {  // guard: belongs to `queue`
        let connection: PostgresConnection
    }

    /// Connects, on another thread.
    static func open(
        _ address: PostgresAddress, _ rows: Rows, in room: SpoolRoom
    ) async throws(StoreError) -> PostgresExport {
        try await DispatchQueue.global().value { () throws(StoreError) in
            try PostgresExport(address, rows, in: room)
        }
    }

    /// Connects. Blocks.
    private init(_ address: PostgresAddress, _ rows: Rows, in room: SpoolRoom) throws(StoreError) {
        do throws(PostgresFailure) {
            connection = Owned(connection: try PostgresConnection(address))
        } catch {
            throw StoreError(error)
        }
        exported = rows
        spool = try Spool(in: room)
    }

    func run(
        _ write: @escaping @Sendable (Row, Int, inout [UInt8]) -> Void, grown: @escaping @Sendable (Int) -> Void
    ) async throws(StoreError) {
        try await queue.value { [self] () throws(StoreError) in
            watch.begin()
            defer { watch.end() }
            try readRows(write, grown)
        }
    }

    func bytes(at offset: Int, count: Int) async throws(StoreError) -> [UInt8] {
        try await readers.value { [spool] () throws(StoreError) in try spool.bytes(at: offset, count: count) }
    }

    /// Ends reading. A ``run(_:grown:)`` in progress fails.
    func close() async {
        let connection = connection
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [queue] in
                connection.connection.interrupter()
                queue.async { continuation.resume() }
            }
        }
    }

    private func readRows(
        _ write: @escaping (Row, Int, inout [UInt8]) -> Void, _ grown: @escaping (Int) -> Void
    ) throws(StoreError) {
        var writer = SpoolWriter(to: spool, write, grown: grown)
        var rows = try rows(
            of: "BEGIN READ ONLY; \(exported.setup); DECLARE rows NO SCROLL CURSOR FOR \(exported.sql); "
                + "FETCH \(Self.rowCount) FROM rows")
        while !rows.isEmpty {
            for row in rows { try writer.add(row) }
            rows = try self.rows(of: "FETCH \(Self.rowCount) FROM rows")
        }
        try writer.flush()
        _ = try? connection.connection.runScript("COMMIT")
    }

    private func rows(of statements: String) throws(StoreError) -> [Row] {
        do throws(PostgresFailure) {
            let result = try connection.connection.runScript(statements)
            let keys = exported.locator?.keyColumns.count ?? 0
            return (0..<result.count).map { row in
                let values = result.values(row)
                return Row(
                    id: exported.locator?.id(Array(values.prefix(keys))) ?? "", values: Array(values.dropFirst(keys)))
            }
        } catch {
            throw StoreError(ofStatement: error)
        }
    }
}
