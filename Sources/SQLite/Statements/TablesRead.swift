import Changes
import Tables

/// The tables that a query reads. Its result can only change when one of them does.
package enum TablesRead: Sendable, Equatable {
    /// Exactly these tables.
    case only(Set<ExactName>)
    /// Possibly any table: a virtual table may read any.
    case any

    /// Returns whether a commit may change the result.
    package func areTouched(by changes: RowChanges) -> Bool {
        switch self {
        case .any: !changes.isEmpty
        case .only(let names): changes.tables.keys.contains(where: names.contains)
        }
    }

    /// The names, sorted; `nil` for any table.
    package var names: [String]? {
        switch self {
        case .any: nil
        case .only(let names): names.sorted().map(\.text)
        }
    }

    /// Adds other tables.
    package mutating func formUnion(_ other: TablesRead) {
        guard case .only(let mine) = self, case .only(let others) = other else { return self = .any }
        self = .only(mine.union(others))
    }
}

extension TablesRead {
    /// Table-valued functions that depend only on their arguments, and the schema tables. A change of the schema makes
    /// all lists read again.
    private static let known: Set<String> = ["json_each", "json_tree", "sqlite_schema", "sqlite_master"]

    /// Creates a set from these names, as SQLite reports them. For a view, SQLite also reports its tables.
    package init(_ names: Set<ExactName>, in schema: Schema) {
        var tables: Set<ExactName> = []
        for name in names {
            let table = schema.tables.first { $0.name.isSameName(as: name.text) }
            switch table?.kind {
            case .view: continue
            case .table: tables.insert(ExactName(table?.name ?? ""))
            case nil where Self.known.contains(name.text.lowercased()): continue
            case nil, .virtual:
                self = .any
                return
            }
        }
        self = .only(tables)
    }

    /// Finds the tables that a table or view reads, including a table itself.
    package init(of table: Table, in schema: Schema, _ connection: OpaquePointer) throws(SQLFailure) {
        switch table.kind {
        case .table: self = .only([ExactName(table.name)])
        case .virtual: self = .any
        case .view: self = try SQLStatement.reading(connection, "SELECT * FROM \(table.name.quoted)", schema).tables
        }
    }
}
