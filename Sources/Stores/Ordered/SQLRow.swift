import CSQLite

/// A row as SQLite hands it out: its values by column, good until the next row.
protocol SQLRow {
    /// The storage class of a value, such as `SQLITE_TEXT`.
    func type(_ column: CInt) -> CInt
    /// An integer.
    func integer(_ column: CInt) -> Int64
    /// A real.
    func real(_ column: CInt) -> Double
    /// The bytes of a text.
    func text(_ column: CInt) -> UnsafeBufferPointer<UInt8>
    /// The bytes of a blob.
    func blob(_ column: CInt) -> UnsafeBufferPointer<UInt8>
}

/// The present row of a statement.
struct StatementRow: SQLRow {
    private let statement: OpaquePointer

    /// The row that the statement stands at.
    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    func type(_ column: CInt) -> CInt { sqlite3_column_type(statement, column) }
    func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(statement, column) }
    func real(_ column: CInt) -> Double { sqlite3_column_double(statement, column) }

    func text(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
        bytes(sqlite3_column_text(statement, column), column)
    }

    func blob(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
        bytes(sqlite3_column_blob(statement, column)?.assumingMemoryBound(to: UInt8.self), column)
    }

    private func bytes(_ start: UnsafePointer<UInt8>?, _ column: CInt) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    }
}

/// The arguments of a call of an SQL function.
struct ArgumentRow: SQLRow {
    private let values: UnsafeMutablePointer<OpaquePointer?>

    /// The arguments from this one on.
    init(_ values: UnsafeMutablePointer<OpaquePointer?>) {
        self.values = values
    }

    func type(_ column: CInt) -> CInt { sqlite3_value_type(values[Int(column)]) }
    func integer(_ column: CInt) -> Int64 { sqlite3_value_int64(values[Int(column)]) }
    func real(_ column: CInt) -> Double { sqlite3_value_double(values[Int(column)]) }

    func text(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
        bytes(sqlite3_value_text(values[Int(column)]), column)
    }

    func blob(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
        bytes(sqlite3_value_blob(values[Int(column)])?.assumingMemoryBound(to: UInt8.self), column)
    }

    private func bytes(_ start: UnsafePointer<UInt8>?, _ column: CInt) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(values[Int(column)])))
    }
}
