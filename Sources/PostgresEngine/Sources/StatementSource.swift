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
    private let connection: RoleConnection
    private let statement: Statement
    /// The first rows of the last run, so that the statement need not run again to show them.
    private var kept: [Row] = []

    /// The limit on kept rows.
    private static let keptLimit = 2_000

    init(_ connection: RoleConnection, _ statement: Statement, reads tables: [String]?) {
        (self.connection, self.statement, tablesRead) = (connection, statement, tables)
    }

    func isTouched(by changes: RowChanges) -> Bool { changes.touch(tablesRead) }

    func names() throws(ScanError) -> [ExactName] {
        let result = try ScanError.from { () throws(PostgresFailure) in
            try connection.run((statement.names ?? statement.sql) + " LIMIT \(statement.rowLimit + 1)")
        }
        guard result.count <= statement.rowLimit else { throw .query("it has more than \(statement.rowLimit) rows") }
        var (names, seen, naming): ([ExactName], Set<ExactName>, ContentNaming) = ([], [], ContentNaming())
        kept = []
        for place in 0..<result.count {
            let values = result.values(place)
            let name = key(of: values).map(ExactName.init) ?? naming.name(values.contentHash)
            if statement.keyCount > 0, !seen.insert(name).inserted {
                throw .query("two rows have the key \(name.text); keys must be unique")
            }
            names.append(name)
            if statement.names == nil, kept.count < Self.keptLimit {
                kept.append(Row(id: name.text, values: shown(of: values)))
            }
        }
        return names
    }

    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        var rows: [Int: Row] = [:]
        for run in positions.runs {
            for position in run
            where position < kept.count && kept[position].id.isSpelled(like: ordering.id(at: position)) {
                rows[position] = kept[position]
            }
            guard run.contains(where: { rows[$0] == nil }) else { continue }
            let result = try ScanError.from { () throws(PostgresFailure) in
                try connection.run("\(statement.sql) LIMIT \(run.count) OFFSET \(run.lowerBound)")
            }
            for place in 0..<result.count {
                let (id, values) = (ordering.id(at: run.lowerBound + place), result.values(place))
                if let key = key(of: values), !key.isSpelled(like: id) { continue }
                rows[run.lowerBound + place] = Row(id: id, values: shown(of: values))
            }
        }
        return rows
    }

    /// Returns the id of a row by its key; `nil` if the content identifies it.
    private func key(of values: [SQLValue]) -> String? {
        statement.keyCount == 0 ? nil : statement.id(Array(values.prefix(statement.keyCount)))
    }

    private func shown(of values: [SQLValue]) -> [SQLValue] {
        statement.showsKey ? values : Array(values.dropFirst(statement.keyCount))
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
