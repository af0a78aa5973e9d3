import Changes

/// Which rows of which tables have been touched, each once, with what they were before the first touch.
///
/// A touched row is one to look at again: it may have been written with the values it had, or its change was undone.
/// Names of tables are spelled as the schema has them.
struct RowChanges: Sendable, Equatable {
    /// What is known of a table.
    enum InTable: Sendable, Equatable {
        /// These rows and no others were touched.
        case rows(Rows)
        /// Any row may have changed.
        case unknown
    }

    /// Rows of one table: by row id where the table's key is `.rowid`, by name where it is `.columns`.
    struct Rows: Sendable, Equatable {
        /// By row id.
        var numbers: [Int64: FormerRow] = [:]
        /// By the id of ``RowLocator``.
        var names: [RowName: FormerRow] = [:]

        /// The number of rows.
        var count: Int { numbers.count + names.count }
    }

    /// The tables that were touched.
    var tables: [RowName: InTable] = [:]

    /// Whether nothing was touched.
    var isEmpty: Bool { tables.isEmpty }

    /// The number of rows; a table of which any row may have changed counts as one.
    var count: Int {
        tables.values.reduce(0) { sum, table in
            if case .rows(let rows) = table { sum + rows.count } else { sum + 1 }
        }
    }

    /// What was touched in a table; `nil` for nothing.
    subscript(table: String) -> InTable? { tables[RowName(table)] }

    /// Adds what was touched after this: what a row was is what it was before both. O(rows of `later`).
    mutating func merge(_ later: RowChanges) {
        for (name, table) in later.tables {
            switch (tables[name], table) {
            case (.unknown?, _): continue
            case (nil, _), (_, .unknown): tables[name] = table
            case (.rows(var rows)?, .rows(let more)):
                tables[name] = nil  // so that the rows are changed where they are, not in a copy
                rows.numbers.merge(more.numbers) { first, _ in first }
                rows.names.merge(more.names) { first, _ in first }
                tables[name] = .rows(rows)
            }
        }
    }
}
