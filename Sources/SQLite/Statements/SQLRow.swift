import CSQLite

/// A row of SQLite: its values by column, valid until the next row.
package protocol SQLRow {
    /// Returns the storage class of a value, such as `SQLITE_TEXT`.
    func type(_ column: CInt) -> CInt
    /// Returns an integer.
    func integer(_ column: CInt) -> Int64
    /// Returns a real.
    func real(_ column: CInt) -> Double
    /// Returns the bytes of a text.
    func text(_ column: CInt) -> UnsafeBufferPointer<UInt8>
    /// Returns the bytes of a blob.
    func blob(_ column: CInt) -> UnsafeBufferPointer<UInt8>
}

/// The current row of a statement.
package struct StatementRow: SQLRow {
    @usableFromInline let statement: OpaquePointer

    /// Creates access to the statement's current row.
    @inlinable package init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    @inlinable package func type(_ column: CInt) -> CInt { sqlite3_column_type(statement, column) }
    @inlinable package func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(statement, column) }
    @inlinable package func real(_ column: CInt) -> Double { sqlite3_column_double(statement, column) }

    @inlinable package func text(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
        bytes(sqlite3_column_text(statement, column), column)
    }

    @inlinable package func blob(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
        bytes(sqlite3_column_blob(statement, column)?.assumingMemoryBound(to: UInt8.self), column)
    }

    @inlinable func bytes(_ start: UnsafePointer<UInt8>?, _ column: CInt) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    }
}

/// The arguments of a call of an SQL function.
package struct ArgumentRow: SQLRow {
    @usableFromInline let values: UnsafeMutablePointer<OpaquePointer?>

    /// Creates a row of the arguments from this one on.
    @inlinable package init(_ values: UnsafeMutablePointer<OpaquePointer?>) {
        self.values = values
    }

    @inlinable package func type(_ column: CInt) -> CInt { sqlite3_value_type(values[Int(column)]) }
    @inlinable package func integer(_ column: CInt) -> Int64 { sqlite3_value_int64(values[Int(column)]) }
    @inlinable package func real(_ column: CInt) -> Double { sqlite3_value_double(values[Int(column)]) }

    @inlinable package func text(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
        bytes(sqlite3_value_text(values[Int(column)]), column)
    }

    @inlinable package func blob(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
        bytes(sqlite3_value_blob(values[Int(column)])?.assumingMemoryBound(to: UInt8.self), column)
    }

    @inlinable func bytes(_ start: UnsafePointer<UInt8>?, _ column: CInt) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(values[Int(column)])))
    }
}
