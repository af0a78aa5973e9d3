import Changes
import Lists
import Tables

/// The touched rows of one table.
struct TouchedRows {
    private var rows = RowChanges.Rows()
    private var isUnknown = false

    /// The limit on the rows. Beyond it, any row of the table may have changed.
    private static let limit = 100_000

    /// Creates the rows of a table whose changes are known so far.
    init(_ known: RowChanges.InTable?) {
        switch known {
        case .rows(let rows)?: self.rows = rows
        case .unknown?: isUnknown = true
        case nil: break
        }
    }

    /// The changes of the table.
    var inTable: RowChanges.InTable { isUnknown || rows.count > Self.limit ? .unknown : .rows(rows) }

    /// Adds a row, unless it was touched before. Without a key, it may be any row.
    mutating func add(_ key: OrderKey?, former: FormerRow) {
        guard !isUnknown else { return }
        switch key {
        case .number(let number)?: if rows.numbers[number] == nil { rows.numbers[number] = former }
        case .name(let name)?: if rows.names[name] == nil { rows.names[name] = former }
        case nil: isUnknown = true
        }
    }
}

extension RowChanges {
    /// Adds touched rows of a table.
    mutating func touch(_ table: ExactName, _ body: (inout TouchedRows) -> Void) {
        var touched = TouchedRows(tables[table])
        tables[table] = nil  // so that the rows are changed in place
        body(&touched)
        tables[table] = touched.inTable
    }
}
