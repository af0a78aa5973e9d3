import CSQLite
import Lists
import SQLite

/// Encodes the sort values of a row as bytes that compare, byte by byte, as SQLite's ORDER BY compares the values.
///
///     let encoder = SortEncoder([SortColumn(collation: .nocase), SortColumn(isDescending: true)])
///     let code = encoder.code(of: statement, from: 1)  // columns 1 and 2 of the present row
///
/// The order is the order of a database in UTF-8. Only codes of the same encoder can be compared.
struct SortEncoder: Sendable {
    /// The terms of ORDER BY.
    let columns: [SortColumn]

    /// Creates an encoder for these terms. Without terms, all codes are equal.
    init(_ columns: [SortColumn]) {
        self.columns = columns
    }

    /// Returns the code of a row whose columns from `first` on are the values of the terms. Reads only as much of a
    /// long text as the prefix takes, and allocates nothing.
    @inline(__always) func code(of row: some SQLRow, from first: Int = 0) -> SortCode {
        var sink = PrefixSink()
        write(row, from: first, to: &sink)
        return sink.code
    }

    /// Appends all bytes of the code of a row.
    func append(codeOf row: some SQLRow, from first: Int = 0, to bytes: inout [UInt8]) {
        write(row, from: first, to: &bytes)
    }

    // A scan encodes millions of rows: inlined, the calls of the row and the sink are direct.
    @inline(__always) private func write(_ row: some SQLRow, from first: Int, to sink: inout some CodeSink) {
        for index in columns.indices where !sink.isFull {
            write(row, CInt(truncatingIfNeeded: first &+ index), columns[index], to: &sink)
        }
    }

    @inline(__always)
    private func write(_ row: some SQLRow, _ index: CInt, _ column: SortColumn, to sink: inout some CodeSink) {
        switch row.type(index) {
        case SQLITE_INTEGER: sink.append(row.integer(index), column)
        case SQLITE_FLOAT: sink.append(row.real(index), column)
        case SQLITE_TEXT: sink.append(text: row.text(index), column)
        case SQLITE_BLOB: sink.append(blob: row.blob(index), column)
        default: sink.appendNull(column)
        }
    }
}
