import Lists
import SQLite
import Tables

/// A column by whose values queries select rows.
struct SelectorColumn {
    /// The position in the table.
    let place: Int
    private let affinity: Column.Affinity
    private let encoder: SortEncoder

    /// Creates the column at a position of a table; `nil` if its comparison is unknown, or if its former values are not
    /// recorded because it is not stored.
    init?(_ place: Int, of table: Table) {
        let column = table.columns[place]
        guard table.isUTF8, !column.isVirtual, let collation = SortColumn.Collation(named: column.collation) else {
            return nil
        }
        self.place = place
        affinity = column.affinity
        encoder = SortEncoder([SortColumn(collation: collation)])
    }

    /// Returns the selector of rows with a value that the column stores.
    func selector(ofStored value: SQLValue) -> RowSelector {
        var bytes: [UInt8] = []
        encoder.append(codeOf: [value], to: &bytes)
        return .value(column: place, bytes)
    }

    /// Returns the selector of rows whose column equals a value of a query; `nil` if it is uncertain how SQLite
    /// converts the value.
    func selector(of value: SQLValue) -> RowSelector? {
        converted(value).map(selector(ofStored:))
    }

    /// Applies the column's affinity, as SQLite does before it compares (sqlite.org/datatype3.html section 4.2). Texts
    /// such as `1e2` and `1.0` are uncertain: how they are rounded depends on the version of SQLite.
    private func converted(_ value: SQLValue) -> SQLValue? {
        switch (affinity, value) {
        case (.text, .integer(let number)): return .text(String(number))
        case (.text, .real): return nil
        case (.integer, .text(let text)), (.real, .text(let text)), (.numeric, .text(let text)):
            if let number = KeyCodec.integer(text[...]) { return .integer(number) }
            let hasDigit = text.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return hasDigit ? nil : value
        case (.integer, .malformed), (.real, .malformed), (.numeric, .malformed): return nil
        default: return value
        }
    }
}
