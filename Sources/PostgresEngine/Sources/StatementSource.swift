import Changes
import JSON
import Lists
import PostgreSQL
import Tables

/// The rows of a statement in its own order: of a view, of totals, of an app's SQL. After a change of its tables, it
/// runs again.
final class StatementSource: WholeSource {
    /// A statement, and how its rows are identified.
    struct Statement {
        /// Selects all rows in order.
        let sql: String
        /// Selects the keys of all rows in order, where the rows may be many; `nil` to read the rows at once.
        var names: String?
        /// The number of the first columns that are the key; 0 if a row is identified by its content.
        let keyCount: Int
        /// Whether the key is also a value of the row.
        var showsKey = false
        /// The limit on the rows.
        var rowLimit = 2_000_000
        /// Returns the id of a row with these values of the key.
        let id: ([SQLValue]) -> String
    }

    let tablesRead: [String]?
    private let connection: PostgresConnection
    private let statement: Statement
    /// The first rows of the last run, so that the statement need not run again to show them.
    private var kept: [Row] = []

    /// The limit on kept rows.
    private static let keptLimit = 2_000

    init(_ connection: PostgresConnection, _ statement: Statement, reads tables: [String]?) {
        (self.connection, self.statement, tablesRead) = (connection, statement, tables)
    }

    func isTouched(by changes: RowChanges) -> Bool { changes.touch(tablesRead) }

    func names() throws(ScanError) -> [ExactName] {
        let result = try ScanError.from { () throws(PostgresFailure) in
            try connection.run((statement.names ?? statement.sql) + " LIMIT \(statement.rowLimit + 1)")
        }
        guard result.count <= statement.rowLimit else { throw .query("it has more than \(statement.rowLimit) rows") }
        var (names, seen, copies): ([ExactName], Set<ExactName>, [ExactName: Int]) = ([], [], [:])
        kept = []
        for place in 0..<result.count {
            var row = row(of: result, place)
            if statement.keyCount == 0 {
                let copy = copies[ExactName(row.id), default: 0] + 1
                copies[ExactName(row.id)] = copy
                if copy > 1 { row = Row(id: "\(row.id)-\(copy)", values: row.values) }
            } else if !seen.insert(ExactName(row.id)).inserted {
                throw .query("two rows have the key \(row.id); keys must be unique")
            }
            names.append(ExactName(row.id))
            if statement.names == nil, kept.count < Self.keptLimit { kept.append(row) }
        }
        return names
    }

    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        var rows: [Int: Row] = [:]
        for run in positions.runs {
            for position in run where position < kept.count && kept[position].id == ordering.id(at: position) {
                rows[position] = kept[position]
            }
            guard run.contains(where: { rows[$0] == nil }) else { continue }
            let result = try ScanError.from { () throws(PostgresFailure) in
                try connection.run("\(statement.sql) LIMIT \(run.count) OFFSET \(run.lowerBound)")
            }
            for place in 0..<result.count {
                let (position, row) = (run.lowerBound + place, row(of: result, place))
                // Rows without a key are identified by their content, and equal ones by a number.
                guard statement.keyCount == 0 || row.id == ordering.id(at: position) else { continue }
                rows[position] = Row(id: ordering.id(at: position), values: row.values)
            }
        }
        return rows
    }

    private func row(of result: PostgresResult, _ place: Int) -> Row {
        let values = result.values(place)
        guard statement.keyCount > 0 else { return Row(id: Digest(values.contentHash).text, values: values) }
        let shown = statement.showsKey ? values : Array(values.dropFirst(statement.keyCount))
        return Row(id: statement.id(Array(values.prefix(statement.keyCount))), values: shown)
    }
}

extension [SQLValue] {
    /// The hash of all values.
    fileprivate var contentHash: UInt64 {
        var hash = ContentHash.Array()
        for value in self { hash.add(value.contentHash) }
        return hash.value
    }
}
