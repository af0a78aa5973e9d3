import CSQLite
import Dispatch
import Synchronization

/// The rows of a query from the first to the last, a piece at a time: of one state of the database, whatever is committed
/// meanwhile, through a connection of its own, which keeps nobody else waiting.
///
///     let export = try await store.export(Query(table: "Album", columns: ["Title"]))
///     let (titles, isEnd) = try await export.read(into: [String]()) { titles, row in
///         titles.append(row.id)
///         return titles.count < 1_000
///     }
///     await export.close()
///
/// SQLite sorts what no index has in order, in temporary files where that is much: no more than a piece is in memory.
package final class RowExport: @unchecked Sendable {  // guard: `connection` and `statement` belong to `queue`
    private let queue = DispatchQueue(label: "oriel.export")
    private let path: String
    private let locator: RowLocator
    private let text: QueryText
    /// Tells a statement that runs that nobody wants to know any more.
    private let isCancelled = Atomic(false)
    private var connection: OpaquePointer?
    private var statement: SQLStatement?

    init(path: String, table: Table, query: Query) {
        self.path = path
        locator = RowLocator(table: table)
        text = QueryText(table: table, query: query)
    }

    deinit {
        end()
    }

    /// Goes on, off the loop, until `body` answers that it has enough. One read at a time.
    ///
    /// - Returns: What `body` has made of the rows, and whether they were the last.
    /// - Throws: Why the rows cannot be read.
    package func read<Piece: Sendable>(
        into piece: Piece, _ body: @escaping @Sendable (inout Piece, Row) -> Bool
    ) async throws(StoreError) -> (piece: Piece, isEnd: Bool) {
        let result: Result<(piece: Piece, isEnd: Bool), StoreError> = await withCheckedContinuation { continuation in
            queue.async { [self] in
                continuation.resume(
                    returning: Result { () throws(StoreError) in try readNow(into: piece, body) })
            }
        }
        return try result.get()
    }

    /// Lets go of the file, in the middle of a read too, which fails then.
    package func close() async {
        isCancelled.store(true, ordering: .relaxed)
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                end()
                continuation.resume()
            }
        }
    }

    private func readNow<Piece>(
        into piece: Piece, _ body: (inout Piece, Row) -> Bool
    ) throws(StoreError) -> (piece: Piece, isEnd: Bool) {
        guard !isCancelled.load(ordering: .relaxed) else { throw .failed("the export has been closed") }
        var piece = piece
        do throws(SQLFailure) {
            let statement = if let known = self.statement { known } else { try begin() }
            let keyCount = locator.keyColumns.count
            while try statement.step() {
                let id = locator.id((0..<keyCount).map { statement.value($0) })
                guard body(&piece, Row(id: id, values: statement.shownValues(from: keyCount))) else { return (piece, false) }
            }
            return (piece, true)
        } catch {
            throw error.storeError
        }
    }

    private func begin() throws(SQLFailure) -> SQLStatement {
        var opened: OpaquePointer?
        let status = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        connection = opened
        guard status == SQLITE_OK, let opened else {
            throw SQLFailure(code: status, message: "the file cannot be opened")
        }
        sqlite3_busy_timeout(opened, 1_000)
        sqlite3_progress_handler(opened, 4_000, isOver, Unmanaged.passUnretained(self).toOpaque())
        let all = text.glimpse
        let made = try SQLStatement(opened, all.sql)
        made.bind(all.values + [.integer(-1), .integer(0)])
        statement = made
        return made
    }

    private func end() {
        statement = nil
        sqlite3_close(connection)
        connection = nil
    }

    /// Whether a statement that runs is to end.
    fileprivate var mustEnd: Bool { isCancelled.load(ordering: .relaxed) }
}

/// A constant of the file: SQLite calls it on whatever thread runs the statement.
private let isOver: @convention(c) (UnsafeMutableRawPointer?) -> CInt = { export in
    guard let export else { return 0 }
    return Unmanaged<RowExport>.fromOpaque(export).takeUnretainedValue().mustEnd ? 1 : 0
}
