import Changes
import JSON
import PostgreSQL
import Tables

/// The log of changed rows that triggers fill, for servers that give no stream (`oriel attach --triggers`).
///
/// A row of the log has the number of its transaction, the table, and the former and the new key of a row. Without
/// keys, any row of the table may have changed. A row without a table says that all rows of earlier transactions may be
/// gone from the log. Rows of later transactions than those of the server come from a restored backup, and say nothing.
///
/// The order of the rows is not that of the commits, so the former state of a row is never known.
enum TriggerLog {
    /// The limit on the rows that are read at once.
    private static let rowLimit = 100_000

    private static let query = """
        SELECT xid, relation::bigint, old, new, relname, xid > pg_snapshot_xmin($1::pg_snapshot)
        FROM \(Capture.log) LEFT JOIN pg_class ON pg_class.oid = relation
        WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND xid < pg_snapshot_xmax(pg_current_snapshot())
            AND (relation IS NULL OR NOT pg_visible_in_snapshot(xid, $1::pg_snapshot))
        ORDER BY seq LIMIT \(rowLimit + 1)
        """

    /// Returns the changes of the transactions that a reading shows and an earlier snapshot does not, by the lower 32
    /// bits of their numbers; `nil` if they are no longer in the log, or too many.
    static func changes(
        since former: Snapshot, on connection: PostgresConnection, _ catalogue: Catalogue
    ) throws(PostgresFailure) -> [UInt32: RowChanges]? {
        let rows = try connection.runPrepared(query, [former.text])
        guard rows.count <= rowLimit else { return nil }
        var reader = Reader(catalogue: catalogue)
        for row in 0..<rows.count {
            guard let table = rows.text(row, 1).flatMap({ UInt32($0) }) else {
                if rows.text(row, 5) == "t" { return nil }
                continue
            }
            let number = UInt32(truncatingIfNeeded: rows.text(row, 0).flatMap { UInt64($0) } ?? 0)
            reader.take(number, table, rows.text(row, 4), old: key(rows, row, 2), new: key(rows, row, 3))
        }
        return reader.changes
    }

    /// Returns the texts of a key's columns; `nil` for NULL.
    private static func key(_ rows: PostgresResult, _ row: Int, _ column: Int) -> [[UInt8]]? {
        guard let text = rows.text(row, column), let key = try? JSON(parsing: text) else { return nil }
        return key.arrayValue?.compactMap { $0.stringValue.map { Array($0.utf8) } }
    }

    /// Collects the rows of the log by transactions.
    private struct Reader {
        let catalogue: Catalogue
        var changes: [UInt32: RowChanges] = [:]
        private var keys: [UInt32: RowKeys?] = [:]

        init(catalogue: Catalogue) {
            self.catalogue = catalogue
        }

        mutating func take(
            _ number: UInt32, _ table: UInt32, _ relation: String?, old: [[UInt8]]?, new: [[UInt8]]?
        ) {
            guard let name = catalogue.names[table] ?? relation.map(ExactName.init) else { return }
            let keys = keys(of: table, name)
            changes[number, default: RowChanges()].touch(name) { rows in
                guard let keys, old != nil || new != nil else { return rows.add(nil, former: .unknown) }
                for key in [old, new].compactMap({ $0 }) { rows.add(keys.key(key), former: .unknown) }
            }
        }

        private mutating func keys(of id: UInt32, _ name: ExactName) -> RowKeys? {
            if let known = keys[id] { return known }
            let found = catalogue.schema.table(named: name.text).flatMap { RowKeys($0, catalogue) }
            keys[id] = .some(found)
            return found
        }
    }
}
