import PostgreSQL
import Tables

/// Finds the rows of a table by their keys, in PostgreSQL's SQL.
struct KeyCondition {
    private let locator: RowLocator
    private let names: [String]
    private let types: [ColumnType]

    /// Creates the conditions of a table's keys.
    init(_ table: Table, _ catalogue: Catalogue) {
        locator = RowLocator(table: table)
        names = locator.keyColumns
        types = names.map { name in
            table.place(ofColumn: name).flatMap { catalogue.type(of: table, $0) } ?? ColumnType(id: 25, labels: [])
        }
    }

    /// The condition with parameters from `$1` on, in the order of ``parameters(of:)``.
    var prepared: String {
        names.indices.map { "\(column($0)) = $\($0 + 1)" }.joined(separator: " AND ")
    }

    /// Returns the same condition for the key of a row that exists, whose values the server does not refuse. It can use
    /// the index of the key, whatever its types. `others` is the number of keys whose parameters come before.
    func preparedForRow(after others: Int = 0) -> String {
        names.enumerated().map {
            let name = types[$0].isComposite ? column($0) : types[$0].compared($1.quoted)
            return "\(name) = $\(others * names.count + $0 + 1)"
        }.joined(separator: " AND ")
    }

    /// Returns the values of a key as parameters; `nil` if no row can have the id.
    func parameters(of id: String) -> [String?]? {
        values(of: id)?.map(\.postgresText)
    }

    /// Returns the condition on the row of an id as literals; `nil` if no row can have the id.
    func literal(_ id: String) -> String? {
        values(of: id).map { values in
            let parts = zip(names.indices, values).map { "\(column($0)) = \($1.postgresLiteral)" }
            return "(" + parts.joined(separator: " AND ") + ")"
        }
    }

    /// Returns a column of the key as it can be compared: as a text if the server may refuse a value.
    private func column(_ place: Int) -> String {
        types[place].isChecked ? types[place].compared(names[place].quoted) : "(\(names[place].quoted.printed))"
    }

    private func values(of id: String) -> [SQLValue]? {
        guard let values = KeyCodec.decode(id, names.map { locator.table.column(named: $0)?.affinity ?? .blob }),
            !values.contains(.null), zip(types, values).allSatisfy({ $0.accepts($1) })
        else { return nil }
        return values
    }
}
