import Changes
import Lists
import PostgreSQL
import Tables

/// Makes the keys of a table's rows from the texts of their key columns.
struct RowKeys {
    /// The columns of the key, in its order.
    let columns: [String]
    private let locator: RowLocator
    private let kinds: [PostgresKind]

    /// Finds the key of a table; `nil` if it has none.
    init?(_ table: Table, _ catalogue: Catalogue) {
        locator = RowLocator(table: table)
        columns = locator.keyColumns
        let places = columns.compactMap { table.place(ofColumn: $0) }
        kinds = places.map { PostgresKind(catalogue.type(of: table, $0)?.id ?? 25) }
        guard !columns.isEmpty, kinds.count == columns.count else { return nil }
    }

    /// Returns the key of a row; `nil` without a text for each column.
    func key(_ texts: [[UInt8]]) -> OrderKey? {
        guard texts.count == kinds.count else { return nil }
        let values = zip(texts, kinds).map { text, kind in text.withUnsafeBufferPointer(kind.value) }
        if case .rowid = locator.table.key, case .integer(let number)? = values.first { return .number(number) }
        return .name(ExactName(locator.id(values)))
    }
}
