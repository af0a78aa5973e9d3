import JSON
import SQLite
import Tables

extension ListScan {
    /// Returns a digest of a table's content, in SQLite's own order of the rows.
    func digest(of table: Table) throws(ScanError) -> SQLValue {
        do throws(SQLFailure) {
            let statement = try SQLStatement(connection, "SELECT * FROM \(table.name.quoted)")
            var hash = ContentHash.Array()
            while try statement.step() { hash.add(statement.contentHash) }
            return .integer(Int64(bitPattern: hash.value))
        } catch {
            throw ScanError(error)
        }
    }
}

extension SQLStatement {
    /// The hash of all values of the current row.
    var contentHash: UInt64 {
        var hash = ContentHash.Array()
        for column in 0..<columnCount { hash.add(value(column).contentHash) }  // one large value in memory at a time
        return hash.value
    }

    /// The hash as a value.
    var digest: SQLValue { .integer(Int64(bitPattern: contentHash)) }
}
