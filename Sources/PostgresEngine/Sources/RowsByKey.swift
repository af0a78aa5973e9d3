import Changes
import Lists
import PostgreSQL
import Tables

/// Reads the shown values of rows.
final class RowsByKey {
    private let connection: RoleConnection
    private let text: QueryText
    private let key: KeyCondition
    private let locator: RowLocator
    /// Selects the row whose key are the parameters.
    private lazy var rowStatement = statement(where: key.preparedForRow())
    /// Selects the rows whose keys are a parameter, an array of numbers.
    private lazy var numbersStatement = statement(where: "\(text.name(text.keys[0])) = ANY ($1::bigint[])")

    init(_ connection: RoleConnection, _ text: QueryText) {
        (self.connection, self.text) = (connection, text)
        key = KeyCondition(text.table, text.catalogue)
        locator = RowLocator(table: text.table)
    }

    /// Announces that the row of an id will probably be read.
    func announce(_ id: String) {
        if let statement = statement(forRow: id) { connection.announce(statement) }
    }

    /// Returns the rows that a statement selects: their keys, then the shown values.
    func read(_ sql: String) throws(PostgresFailure) -> [Row] { rows(in: try connection.run(sql)) }

    private func rows(in result: PostgresResult) -> [Row] {
        let keyCount = text.keys.count
        return (0..<result.count).map { row in
            let values = result.values(row)
            return Row(id: locator.id(Array(values.prefix(keyCount))), values: Array(values.dropFirst(keyCount)))
        }
    }

    /// Returns the rows at some positions of an order, with one statement. Omits rows that are gone, and rows that a
    /// rule hides by now.
    func read(at positions: [Int], in ordering: Ordering) throws(PostgresFailure) -> [Int: Row] {
        let ids = positions.map { ordering.id(at: $0) }
        let found = try rows(ofIDs: ids)
        let byID = Dictionary(found.map { (ExactName($0.id), $0) }) { first, _ in first }
        var rows: [Int: Row] = [:]
        for (position, id) in zip(positions, ids) { rows[position] = byID[ExactName(id)] }
        return rows
    }

    /// Reads rows by their ids, except those that were announced and are read already.
    private func rows(ofIDs ids: [String]) throws(PostgresFailure) -> [Row] {
        var (rows, rest) = ([Row](), connection.hasReadAhead ? [] : ids)
        for id in ids where connection.hasReadAhead {
            if let known = statement(forRow: id).flatMap(connection.known) {
                rows += self.rows(in: known)
            } else {
                rest.append(id)
            }
        }
        if case .rowid = text.table.key {
            let numbers = rest.compactMap { KeyCodec.integer($0[...]) }
            return try numbers.isEmpty ? rows : rows + self.rows(in: connection.run(statement(forNumbers: numbers)))
        }
        let parts = rest.compactMap(key.literal)
        return try parts.isEmpty ? rows : rows + read(statement(where: "(\(parts.joined(separator: " OR ")))"))
    }

    /// Returns the statement that reads one row; `nil` if no row can have the id.
    private func statement(forRow id: String) -> PreparedStatement? {
        if case .rowid = text.table.key { return KeyCodec.integer(id[...]).map { statement(forNumbers: [$0]) } }
        return key.parameters(of: id).map { PreparedStatement(rowStatement, $0) }
    }

    /// Returns the statement that reads rows by keys that are numbers.
    private func statement(forNumbers numbers: [Int64]) -> PreparedStatement {
        PreparedStatement(numbersStatement, ["{\(numbers.map(String.init).joined(separator: ","))}"])
    }

    private func statement(where condition: String) -> String {
        let selected = (text.keys.map(text.name) + [text.shown]).joined(separator: ", ")
        let rule = text.rightsCondition.map { " AND \($0)" } ?? ""
        return "SELECT \(selected) FROM \(text.source) WHERE \(condition)\(rule)"
    }
}
