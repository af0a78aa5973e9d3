import CSQLite

/// Encodes the values by which a row is sorted into bytes that compare, byte by byte, as SQLite's ORDER BY does.
///
///     let encoder = SortEncoder([SortColumn(collation: .nocase), SortColumn(isDescending: true)])
///     let code = encoder.code(of: statement, from: 1)  // columns 1 and 2 of the present row
///
/// The order is that of a database in UTF-8. The codes of one encoder can be compared with each other only.
struct SortEncoder: Sendable {
    /// The terms of ORDER BY.
    let columns: [SortColumn]

    /// An encoder for these terms; without any, all codes are equal.
    init(_ columns: [SortColumn]) {
        self.columns = columns
    }

    /// The code of the present row of a statement whose columns from `first` on are the values of the terms. It reads no
    /// more of a long text than the prefix takes, and allocates nothing.
    func code(of statement: OpaquePointer, from first: Int = 0) -> SortCode {
        var sink = PrefixSink()
        write(statement, from: first, to: &sink)
        return sink.code
    }

    /// Appends all bytes of the code of the present row.
    func append(codeOf statement: OpaquePointer, from first: Int = 0, to bytes: inout [UInt8]) {
        write(statement, from: first, to: &bytes)
    }

    private func write(_ statement: OpaquePointer, from first: Int, to sink: inout some CodeSink) {
        for index in columns.indices where !sink.isFull {
            write(statement, Int32(truncatingIfNeeded: first &+ index), columns[index], to: &sink)
        }
    }

    private func write(
        _ statement: OpaquePointer, _ index: Int32, _ column: SortColumn, to sink: inout some CodeSink
    ) {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: sink.append(sqlite3_column_int64(statement, index), column)
        case SQLITE_FLOAT: sink.append(sqlite3_column_double(statement, index), column)
        case SQLITE_TEXT:
            let start = sqlite3_column_text(statement, index)
            let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, index))
            sink.append(text: UnsafeBufferPointer(start: start, count: count), column)
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, index)?.assumingMemoryBound(to: UInt8.self)
            let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, index))
            sink.append(blob: UnsafeBufferPointer(start: start, count: count), column)
        default: sink.appendNull(column)
        }
    }
}
