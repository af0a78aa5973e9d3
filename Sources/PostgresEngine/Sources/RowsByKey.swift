import Changes
import Lists
import PostgreSQL
import Tables

/// Reads the shown values of rows.
final class RowsByKey {
    private let connection: PostgresConnection
    private let text: QueryText
    private let key: KeyCondition
    private let locator: RowLocator

    init(_ connection: PostgresConnection, _ text: QueryText) {
        (self.connection, self.text) = (connection, text)
        key = KeyCondition(text.table, text.catalogue)
        locator = RowLocator(table: text.table)
    }

    /// Returns the rows that a statement selects: their keys, then the shown values.
    func read(_ sql: String) throws(PostgresFailure) -> [Row] {
        let keyCount = text.keys.count
        let result = try connection.run(sql)
        return (0..<result.count).map { row in
            let values = result.values(row)
            return Row(id: locator.id(Array(values.prefix(keyCount))), values: Array(values.dropFirst(keyCount)))
        }
    }

    /// Returns the rows at some positions of an order, with one statement. Omits rows that are gone, and rows that a
    /// rule hides by now.
    func read(at positions: [Int], in ordering: Ordering) throws(PostgresFailure) -> [Int: Row] {
        let ids = positions.map { ordering.id(at: $0) }
        guard let condition = condition(ids) else { return [:] }
        let selected = (text.keys.map(text.name) + [text.shown]).joined(separator: ", ")
        let rule = text.rightsCondition.map { " AND \($0)" } ?? ""
        let found = try read("SELECT \(selected) FROM \(text.table.name.quoted) WHERE \(condition)\(rule)")
        let byID = Dictionary(found.map { (ExactName($0.id), $0) }) { first, _ in first }
        var rows: [Int: Row] = [:]
        for (position, id) in zip(positions, ids) { rows[position] = byID[ExactName(id)] }
        return rows
    }

    private func condition(_ ids: [String]) -> String? {
        if case .rowid(let name) = text.table.key {
            let numbers = ids.compactMap { KeyCodec.integer($0[...]).map(String.init) }
            return numbers.isEmpty ? nil : "\(name.quoted) IN (\(numbers.joined(separator: ", ")))"
        }
        let parts = ids.compactMap(key.literal)
        return parts.isEmpty ? nil : "(" + parts.joined(separator: " OR ") + ")"
    }
}
