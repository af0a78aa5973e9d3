import CPostgres
import Tables

/// The rows of a statement.
package final class PostgresResult {
    private let handle: OpaquePointer
    private let kinds: [PostgresKind]

    /// Takes over a result of libpq.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        kinds = (0..<libpq_nfields(handle)).map { PostgresKind(libpq_ftype(handle, $0)) }
    }

    deinit { libpq_clear(handle) }

    /// The number of rows.
    package var count: Int { Int(libpq_ntuples(handle)) }
    /// The number of columns.
    package var columnCount: Int { kinds.count }
    /// The memory that the result takes, in bytes.
    package var byteCount: Int { libpq_resultMemorySize(handle) }
    /// The names of the columns.
    package var columns: [String] { kinds.indices.map { String(cString: libpq_fname(handle, Int32($0))) } }
    /// Whether `COMMIT` has rolled the transaction back, because a statement had failed in it.
    package var isRollback: Bool { String(cString: libpq_cmdStatus(handle)) == "ROLLBACK" }
    /// The number of rows that the statement inserted, changed or deleted.
    package var changedCount: Int { Int(String(cString: libpq_cmdTuples(handle))) ?? 0 }

    /// Returns a value as the server prints it; `nil` for NULL.
    package func text(_ row: Int, _ column: Int) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of a value; `nil` for NULL. They are valid as long as the result.
    package func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
        let (row, column) = (Int32(row), Int32(column))
        guard libpq_getisnull(handle, row, column) == 0, let start = libpq_getvalue(handle, row, column) else {
            return nil
        }
        let count = Int(libpq_getlength(handle, row, column))
        return start.withMemoryRebound(to: UInt8.self, capacity: max(count, 1)) {
            UnsafeBufferPointer(start: $0, count: count)
        }
    }

    /// Returns a value that the server has printed.
    package func value(_ row: Int, _ column: Int) -> SQLValue {
        bytes(row, column).map(kinds[column].value) ?? .null
    }

    /// Returns the values of a row from a column on.
    package func values(_ row: Int, from first: Int = 0) -> [SQLValue] {
        (first..<columnCount).map { value(row, $0) }
    }
}
