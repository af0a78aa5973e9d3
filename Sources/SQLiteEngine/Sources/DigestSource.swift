import Changes
import JSON
import Lists
import SQLite
import Tables

/// One row: the digest of a table's content, in SQLite's own order of the rows.
final class DigestSource: PreparedQuery, WholeSource {
    private let table: Table

    init(_ connection: OpaquePointer, _ schema: Schema, _ query: Query, _ table: Table) {
        self.table = table
        super.init(connection, schema, query)
    }

    func names() -> [ExactName] { [ExactName(table.name)] }

    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        try ScanError.from { () throws(SQLFailure) in
            let statement = try SQLStatement(connection, "SELECT * FROM \(table.name.quoted)")
            var hash = ContentHash.Array()
            while try statement.step() { hash.add(statement.contentHash) }
            return [0: Row(id: table.name, values: [.integer(Int64(bitPattern: hash.value))])]
        }
    }
}

extension SQLStatement {
    /// The hash of all values of the current row.
    var contentHash: UInt64 { contentHash(from: 0) }

    private func contentHash(from first: Int) -> UInt64 {
        var hash = ContentHash.Array()
        // One large value is in memory at a time.
        for column in first..<columnCount { hash.add(value(column).contentHash) }
        return hash.value
    }

    /// Returns the values of the current row for a list, from the columns from `first` on: a digest alone if the query
    /// is digested.
    func values(for query: Query, from first: Int = 0) -> [SQLValue] {
        query.isDigested ? [.integer(Int64(bitPattern: contentHash(from: first)))] : shownValues(from: first)
    }
}
