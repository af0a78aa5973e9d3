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
    private let text: QueryText
    private let spool: Spool

    /// The size of a piece that is written at once, in bytes, and the rows that are fetched at once.
    private static let pieceSize = 256 * 1024
    private static let rowCount = 500

    private struct Owned: @unchecked Sendable {  // guard: belongs to `queue`
        let connection: PostgresConnection
    }

    /// Connects, on another thread.
    static func open(
        _ address: PostgresAddress, _ text: QueryText, in room: SpoolRoom
    ) async throws(StoreError) -> PostgresExport {
        let result: Result<PostgresExport, StoreError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(StoreError) in try PostgresExport(address, text, in: room) })
            }
        }
        return try result.get()
    }

    /// Connects. Blocks.
    private init(_ address: PostgresAddress, _ text: QueryText, in room: SpoolRoom) throws(StoreError) {
        do throws(PostgresFailure) {
            connection = Owned(connection: try PostgresConnection(address))
        } catch {
            throw StoreError(error)
        }
        self.text = text
        spool = try Spool(in: room)
    }

    func run(
        _ write: @escaping @Sendable (Row, Int, inout [UInt8]) -> Void, grown: @escaping @Sendable (Int) -> Void
    ) async throws(StoreError) {
        try await perform(on: queue) { [self] () throws(StoreError) in
            watch.begin()
            defer { watch.end() }
            try readRows(write, grown)
        }
    }

    func bytes(at offset: Int, count: Int) async throws(StoreError) -> [UInt8] {
        try await perform(on: readers) { [spool] () throws(StoreError) in try spool.bytes(at: offset, count: count) }
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

    private func perform<Value: Sendable>(
        on queue: DispatchQueue, _ body: @escaping @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { () throws(StoreError) in try body() }) }
        }
        return try result.get()
    }

    private func readRows(
        _ write: (Row, Int, inout [UInt8]) -> Void, _ grown: (Int) -> Void
    ) throws(StoreError) {
        var (piece, size, number): ([UInt8], Int, Int) = ([], 0, 0)
        var rows = try rows(
            of: "BEGIN READ ONLY; DECLARE rows NO SCROLL CURSOR FOR \(text.rows); FETCH \(Self.rowCount) FROM rows")
        while true {
            for row in rows {
                write(row, number, &piece)
                number += 1
            }
            let isEnd = rows.count < Self.rowCount
            if isEnd || piece.count >= Self.pieceSize {
                try spool.append(piece)
                size += piece.count
                piece.removeAll(keepingCapacity: true)
                grown(size)
            }
            guard !isEnd else { break }
            rows = try self.rows(of: "FETCH \(Self.rowCount) FROM rows")
        }
        _ = try? connection.connection.runScript("COMMIT")
    }

    private func rows(of statements: String) throws(StoreError) -> [Row] {
        do throws(PostgresFailure) {
            let result = try connection.connection.runScript(statements)
            let (keys, locator) = (text.keys.count, RowLocator(table: text.table))
            return (0..<result.count).map { row in
                let values = result.values(row)
                return Row(id: locator.id(Array(values.prefix(keys))), values: Array(values.dropFirst(keys)))
            }
        } catch {
            throw StoreError(error)
        }
    }
}
