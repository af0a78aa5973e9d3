import CSQLite
import Tables

/// A prepared statement that is stepped manually. Values are read exactly, byte for byte.
package final class SQLStatement {
    private let connection: OpaquePointer
    private let statement: OpaquePointer
    /// Why a value could not be bound, for example because it is too large for SQLite. The statement then does not run.
    private var bindingFailure: SQLFailure?

    /// SQLite's handle, for reading the current row.
    package var handle: OpaquePointer { statement }

    /// The current row.
    package var row: StatementRow { StatementRow(statement) }

    /// Prepares one SQL statement.
    package convenience init(_ connection: OpaquePointer, _ sql: String) throws(SQLFailure) {
        var rest = ""
        try self.init(connection, sql, rest: &rest)
    }

    /// Prepares the first SQL statement; `rest` becomes the text after it.
    package init(_ connection: OpaquePointer, _ sql: String, rest: inout String) throws(SQLFailure) {
        var statement: OpaquePointer?
        let status = sql.withCString { start in
            var end: UnsafePointer<CChar>?
            defer { rest = end.map { String(cString: $0) } ?? "" }
            return sqlite3_prepare_v2(connection, start, -1, &statement, &end)
        }
        guard status != SQLITE_TOOBIG else { throw .longStatement }
        guard status == SQLITE_OK, let statement else { throw SQLFailure(connection) }
        self.connection = connection
        self.statement = statement
    }

    deinit {
        sqlite3_finalize(statement)
    }

    /// Ends the run, which releases its locks.
    package func reset() {
        sqlite3_reset(statement)
    }

    /// Resets the statement, and binds values to the parameters from the first on.
    package func bind(_ values: [SQLValue]) {
        sqlite3_reset(statement)
        bindingFailure = nil
        for (offset, value) in values.enumerated() {
            let status = bind(value, Int32(offset + 1))
            if status != SQLITE_OK { bindingFailure = SQLFailure(connection) }
        }
    }

    private func bind(_ value: SQLValue, _ index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .text(var text): text.withUTF8 { bindText($0, index) }
        case .malformed(let text): text.bytes.withUnsafeBufferPointer { bindText($0, index) }
        case .blob(let blob): blob.bytes.withUnsafeBytes { bindBlob($0, index) }
        }
    }

    /// Binds an integer to the parameter at an offset, after a reset. Other parameters keep their values.
    package func bind(_ number: Int64, at offset: Int) {
        sqlite3_bind_int64(statement, Int32(offset + 1), number)
    }

    private func bindText(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int32) -> Int32 {
        guard let start = bytes.baseAddress else { return csqlite_bind_text(statement, index, "", 0) }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
            csqlite_bind_text(statement, index, $0, UInt64(bytes.count))
        }
    }

    private func bindBlob(_ bytes: UnsafeRawBufferPointer, _ index: Int32) -> Int32 {
        guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(statement, index, 0) }
        return csqlite_bind_blob(statement, index, start, UInt64(bytes.count))
    }

    /// Steps to the next row; returns `false` at the end.
    package func step() throws(SQLFailure) -> Bool {
        if let bindingFailure { throw bindingFailure }
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let failure = SQLFailure(connection)
            sqlite3_reset(statement)
            throw failure
        }
    }

    /// Runs the statement to its end with these values.
    package func run(_ values: [SQLValue] = []) throws(SQLFailure) {
        bind(values)
        while try step() {}
        sqlite3_reset(statement)
    }

    /// The number of columns of a row.
    package var columnCount: Int { Int(sqlite3_column_count(statement)) }

    /// Returns the integer in a column of the current row.
    package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }

    /// Returns the text in a column of the current row; `nil` for NULL.
    package func text(_ column: Int) -> String? {
        guard sqlite3_column_type(statement, Int32(column)) != SQLITE_NULL else { return nil }
        guard let start = sqlite3_column_text(statement, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Returns the value in a column of the current row; at most `limit` bytes of a blob.
    package func value(_ column: Int, limit: Int = .max) -> SQLValue { row.value(column, limit: limit) }

    /// The values of the current row.
    package var values: [SQLValue] { (0..<columnCount).map { value($0) } }

    /// The values of the current row as lists keep them: the beginnings of blobs, which show their type.
    package var shownValues: [SQLValue] { shownValues(from: 0) }

    /// Returns the values for lists of the columns from `first` on.
    package func shownValues(from first: Int) -> [SQLValue] { (first..<columnCount).map { value($0, limit: 256) } }
}
