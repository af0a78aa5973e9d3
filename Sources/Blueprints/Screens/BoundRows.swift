import Loop
import Tables

/// Rows of a table that a figure counts, as principals with the same rights see them.
struct BoundRows: Sendable {
    let table: Table
    /// The condition that they meet, with the values of the principal; `nil` for all rows.
    let condition: Expression?

    /// Returns the condition at the present time, as filters.
    @SceneActor func filters(at time: SceneTime) -> [Filter] { condition.map { [.rule(time.at($0))] } ?? [] }
}

extension SceneViewer {
    /// Returns rows as the principal sees them; `nil` if the rows or a column that is read are hidden.
    func bound(_ rows: RowsDeclaration, reading columns: [String]) -> BoundRows? {
        guard let table = table(rows.table), columns.allSatisfy({ table.column(named: $0) != nil }) else { return nil }
        guard let declared = rows.condition else { return BoundRows(table: table, condition: nil) }
        return bound(declared, on: table).map { BoundRows(table: table, condition: $0) }
    }
}

extension SceneDeclaration.Content {
    /// The rows that a figure counts, and the columns that it reads; none for other content.
    var counted: [(rows: RowsDeclaration, columns: [String])] {
        switch self {
        case .number(let number): [(number.rows, number.total.read)] + (number.whole.map { [($0, [])] } ?? [])
        case .totals(let totals): [(totals.rows, totals.groupColumns + totals.totals.flatMap(\.read))]
        case .list, .row, .dashboard, .query, .entry, .document: []
        }
    }
}

extension Total {
    /// The columns that the total reads.
    fileprivate var read: [String] { measure == .rows ? [] : [column] }
}
