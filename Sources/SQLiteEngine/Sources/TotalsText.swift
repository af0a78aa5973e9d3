import SQLite
import Tables

/// A query of totals as SQL.
struct TotalsText {
    let subject: TotalsOfTable
    /// The query of the table with its filters.
    let rows: QueryText

    /// The value that the rows of a group share.
    var group: String {
        guard !subject.isOfAll else { return "NULL" }
        let column = subject.column.quoted
        guard let period = subject.period else { return column }
        return "CASE typeof(\(column)) WHEN 'text' THEN substr(\(column), 1, \(period.length)) ELSE \(column) END"
    }

    /// Selects all groups: the value, the number of rows, and the columns of each total.
    var groups: String {
        rows.select("\(group), \(measures)", end: " GROUP BY \(group) COLLATE BINARY")
    }

    /// Selects the same columns of one group. Its value is the last parameter, unless it is NULL.
    func group(of value: SQLValue) -> String {
        let condition = value == .null ? "\(group) IS NULL" : "\(group) COLLATE BINARY = ?"
        return rows.select("\(group), \(measures)", and: condition)
    }

    /// Selects the contribution of a row: the value of its group, then one value for each total.
    func row(where condition: String) -> String {
        let columns = subject.totals.map { $0.measure == .rows ? "1" : $0.column.quoted }
        return rows.select(([group] + columns).joined(separator: ", "), and: condition)
    }

    /// Returns the number of columns of a total.
    static func width(of measure: Total.Measure) -> Int {
        switch measure {
        case .rows: 0
        case .values: 1
        case .least, .greatest: 2
        case .sum, .average: 5
        }
    }

    private var measures: String {
        (["count(*)"] + subject.totals.flatMap(columns)).joined(separator: ", ")
    }

    /// Returns the columns of a total. Whole numbers are added in halves, which do not overflow.
    private func columns(of total: Total) -> [String] {
        let column = total.column.quoted
        switch total.measure {
        case .rows: return []
        case .values: return ["count(\(column))"]
        case .least: return ["count(\(column))", "min(\(column) COLLATE BINARY)"]
        case .greatest: return ["count(\(column))", "max(\(column) COLLATE BINARY)"]
        case .sum, .average:
            let others = "CASE typeof(\(column)) WHEN 'integer' THEN NULL ELSE \(column) END"
            let whole = "sum(CASE typeof(\(column)) WHEN 'integer' THEN \(column)"
            return [
                "count(\(column))", "\(whole) >> 32 END)", "\(whole) & 4294967295 END)",
                "sum(\(others))", "count(\(others))",
            ]
        }
    }
}
