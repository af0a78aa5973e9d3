import SQLite
import Tables

/// A query of totals as SQL.
struct TotalsText {
    let subject: TotalsOfTable
    /// The query of the table with its filters.
    let rows: QueryText

    /// The values that the rows of a group share.
    var group: String { parts.joined(separator: ", ") }

    private var parts: [String] {
        guard !subject.isOfAll else { return ["NULL"] }
        let column = subject.column.quoted
        let first = subject.period.map {
            "CASE typeof(\(column)) WHEN 'text' THEN substr(\(column), 1, \($0.length)) ELSE \(column) END"
        }
        return [first ?? column] + subject.others.map(\.quoted)
    }

    /// Selects all groups: their values, the number of rows, and the columns of each total.
    ///
    /// One group of all rows is selected without `GROUP BY`, for which SQLite would sort the rows. Its row exists even
    /// if the query has no rows.
    var groups: String {
        guard !subject.isOfAll else { return rows.select("\(group), \(measures)") }
        let terms = parts.map { "\($0) COLLATE BINARY" }.joined(separator: ", ")
        return rows.select("\(group), \(measures)", end: " GROUP BY \(terms)")
    }

    /// Selects the same columns of one group. Its values are the last parameters, without NULL.
    func group(of values: [SQLValue]) -> String {
        let conditions = zip(parts, values).map { $1 == .null ? "\($0) IS NULL" : "\($0) COLLATE BINARY = ?" }
        return rows.select("\(group), \(measures)", and: conditions.joined(separator: " AND "))
    }

    /// Selects the contribution of a row: the values of its group, then one value for each total.
    func row(where condition: String) -> String {
        let columns = subject.totals.map { $0.measure == .rows ? "1" : $0.column.quoted }
        return rows.select(([group] + columns).joined(separator: ", "), and: condition)
    }

    /// Selects the contributions of all rows: the value of the group, then a value for each total that is not a count
    /// of rows. The columns are named `c0`, `c1` and so on.
    var contributions: (sql: String, columns: Int) {
        let measured = subject.totals.filter { $0.measure != .rows }.map(\.column.quoted)
        let columns = ([group] + measured).enumerated().map { "\($1) AS c\($0)" }
        return (rows.select(columns.joined(separator: ", ")), columns.count)
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
            guard !hasOnlyReals(total.column) else {
                return ["count(\(column))", "NULL", "NULL", "sum(\(column))", "count(\(column))"]
            }
            let others = "CASE typeof(\(column)) WHEN 'integer' THEN NULL ELSE \(column) END"
            let whole = "sum(CASE typeof(\(column)) WHEN 'integer' THEN \(column)"
            return [
                "count(\(column))", "\(whole) >> 32 END)", "\(whole) & 4294967295 END)",
                "sum(\(others))", "count(\(others))",
            ]
        }
    }

    /// Whether a column has no whole numbers, because its table stores them as numbers with a fraction.
    private func hasOnlyReals(_ column: String) -> Bool {
        rows.table.keepsOrder && rows.table.column(named: column)?.affinity == .real
    }
}
