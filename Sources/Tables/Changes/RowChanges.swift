import Changes

/// The touched rows by table, each once, with their state before the first touch.
///
/// A touched row may be unchanged: its write may have stored equal values, or was reverted. Names of tables are spelled
/// as in the schema.
package struct RowChanges: Sendable, Equatable {
    /// The changes of a table.
    package enum InTable: Sendable, Equatable {
        /// Exactly these rows were touched.
        case rows(Rows)
        /// Any row may have changed.
        case unknown
    }

    /// Rows of one table: by row id if the table's key is `.rowid`, by name if it is `.columns`.
    package struct Rows: Sendable, Equatable {
        /// The rows by row id.
        package var numbers: [Int64: FormerRow] = [:]
        /// The rows by the id of ``RowLocator``.
        package var names: [ExactName: FormerRow] = [:]

        /// No rows, or these.
        package init(numbers: [Int64: FormerRow] = [:], names: [ExactName: FormerRow] = [:]) {
            self.numbers = numbers
            self.names = names
        }

        /// The number of rows.
        package var count: Int { numbers.count + names.count }
    }

    /// The touched tables.
    package var tables: [ExactName: InTable] = [:]

    /// The touched tables; by default none.
    package init(tables: [ExactName: InTable] = [:]) {
        self.tables = tables
    }

    /// Whether nothing was touched.
    package var isEmpty: Bool { tables.isEmpty }

    /// The number of rows. A table in which any row may have changed counts as one row.
    package var count: Int {
        tables.values.reduce(0) { sum, table in
            if case .rows(let rows) = table { sum + rows.count } else { sum + 1 }
        }
    }

    /// The changes of a table; `nil` for none.
    package subscript(table: String) -> InTable? { tables[ExactName(table)] }

    /// Adds later changes. The former state of a row is that before both. O(rows of `later`).
    package mutating func merge(_ later: RowChanges) {
        for (name, table) in later.tables {
            switch (tables[name], table) {
            case (.unknown?, _): continue
            case (nil, _), (_, .unknown): tables[name] = table
            case (.rows(var rows)?, .rows(let more)):
                tables[name] = nil  // so that the rows are changed in place
                rows.numbers.merge(more.numbers) { first, _ in first }
                rows.names.merge(more.names) { first, _ in first }
                tables[name] = .rows(rows)
            }
        }
    }
}
