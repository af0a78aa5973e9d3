import Changes
import Lists
import SQLite
import Tables

/// The values of some columns of a table in single rows, as selectors.
final class ColumnValues: SelectedRows {
    private let connection: OpaquePointer
    private let columns: [SelectorColumn]
    private let locator: RowLocator
    /// Selects the values of rows.
    private let selection: String
    private let statements = PreparedStatements()

    /// Prepares to read the columns at some positions.
    init(_ connection: OpaquePointer, _ table: Table, _ places: Set<Int>) {
        self.connection = connection
        columns = places.sorted().compactMap { SelectorColumn($0, of: table) }
        locator = RowLocator(table: table)
        let names = columns.map { "\(table.name.quoted).\(table.columns[$0.place].name.quoted)" }
        selection = "SELECT \(names.joined(separator: ", ")) FROM \(table.name.quoted) WHERE "
    }

    func formerValues(_ row: FormerRow) -> [RowSelector]? {
        switch row {
        case .absent: return []
        case .unknown: return nil
        case .present(let values):
            var selectors: [RowSelector] = []
            for column in columns {
                guard let value = values[column.place] else { return nil }
                selectors.append(column.selector(ofStored: value))
            }
            return selectors
        }
    }

    func values(at key: OrderKey) throws(ScanError) -> [RowSelector] {
        try ScanError.from { () throws(SQLFailure) in
            guard let statement = try statement(for: key) else { return [] }
            defer { statement.reset() }
            guard try statement.step() else { return [] }
            return columns.enumerated().map { $1.selector(ofStored: statement.value($0)) }
        }
    }

    /// Returns the statement that selects the row with this key.
    private func statement(for key: OrderKey) throws(SQLFailure) -> SQLStatement? {
        let row: RowLocator.Condition
        switch key {
        case .number(let number):
            row = RowLocator.Condition(sql: locator.numberCondition, values: [.integer(number)])
        case .name(let name):
            guard let condition = locator.exactCondition(for: name.text) else { return nil }
            row = condition
        }
        let statement = try statements.statement(named: row.sql, connection) { selection + row.sql }
        statement.bind(row.values)
        return statement
    }
}
