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

    init(_ connection: RoleConnection, _ text: QueryText) {
        (self.connection, self.text) = (connection, text)
        key = KeyCondition(text.table, text.catalogue)
        locator = RowLocator(table: text.table)
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

    /// Reads rows by their ids. Row ids are a parameter of one prepared statement, because a commit may concern many
    /// lists of the same table.
    private func rows(ofIDs ids: [String]) throws(PostgresFailure) -> [Row] {
        if case .rowid(let name) = text.table.key {
            let numbers = ids.compactMap { KeyCodec.integer($0[...]).map(String.init) }
            guard !numbers.isEmpty else { return [] }
            let sql = statement(where: "\(text.name(name)) = ANY ($1::bigint[])")
            let list = "{\(numbers.joined(separator: ","))}"
            return rows(in: try connection.runPrepared(sql, [list], isBinary: false))
        }
        let parts = ids.compactMap(key.literal)
        return parts.isEmpty ? [] : try read(statement(where: "(\(parts.joined(separator: " OR ")))"))
    }

    private func statement(where condition: String) -> String {
        let selected = (text.keys.map(text.name) + [text.shown]).joined(separator: ", ")
        let rule = text.rightsCondition.map { " AND \($0)" } ?? ""
        return "SELECT \(selected) FROM \(text.table.name.quoted) WHERE \(condition)\(rule)"
    }
}
