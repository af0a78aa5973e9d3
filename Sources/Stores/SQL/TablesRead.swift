import Changes

/// The tables that a query reads: what it shows can only change when one of them does.
enum TablesRead: Sendable, Equatable {
    /// These and no others.
    case only(Set<RowName>)
    /// Any, as far as is known: a virtual table may read what it likes.
    case any

    /// Whether what was committed may change what is read.
    func areTouched(by changes: RowChanges) -> Bool {
        switch self {
        case .any: !changes.isEmpty
        case .only(let names): changes.tables.keys.contains(where: names.contains)
        }
    }

    /// The names in order; `nil` for any.
    var names: [String]? {
        switch self {
        case .any: nil
        case .only(let names): names.sorted().map(\.text)
        }
    }

    /// Adds other tables.
    mutating func formUnion(_ other: TablesRead) {
        guard case .only(let mine) = self, case .only(let others) = other else { return self = .any }
        self = .only(mine.union(others))
    }
}

extension TablesRead {
    /// Functions that are called like tables and depend on their arguments alone, and the schema, a change of which has
    /// everything read anew.
    private static let known: Set<String> = ["json_each", "json_tree", "sqlite_schema", "sqlite_master"]

    /// The tables of these names, as SQLite tells them: the tables of a view are told beside it.
    init(_ names: Set<RowName>, in schema: Schema) {
        var tables: Set<RowName> = []
        for name in names {
            let table = schema.tables.first { $0.name.isSameName(as: name.text) }
            switch table?.kind {
            case .view: continue
            case .table: tables.insert(RowName(table?.name ?? ""))
            case nil where Self.known.contains(name.text.lowercased()): continue
            case nil, .virtual:
                self = .any
                return
            }
        }
        self = .only(tables)
    }

    /// The tables that a table or view reads, itself if it is one.
    init(of table: Table, in schema: Schema, _ connection: OpaquePointer) throws(SQLFailure) {
        switch table.kind {
        case .table: self = .only([RowName(table.name)])
        case .virtual: self = .any
        case .view: self = try SQLStatement.reading(connection, "SELECT * FROM \(table.name.quoted)", schema).tables
        }
    }
}
