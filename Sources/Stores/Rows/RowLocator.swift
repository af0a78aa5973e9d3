/// Finds a row of a table by its id, and names a row by its key.
struct RowLocator {
    let table: Table

    /// A condition that one row fulfils, and the values it is about.
    struct Condition {
        let sql: String
        let values: [SQLValue]
    }

    /// The columns to select so that a row can be named.
    var keyColumns: [String] {
        switch table.key {
        case .rowid(let name): [name]
        case .columns(let names, let rowid): names + (rowid.map { [$0] } ?? [])
        case .none: []
        }
    }

    /// The id of a row from the values of ``keyColumns``. One with a NULL in its key goes by its row id.
    func id(_ values: [SQLValue]) -> String {
        guard case .columns(let names, let rowid) = table.key else { return KeyCodec.encode(values, [.integer]) }
        let key = Array(values.prefix(names.count))
        guard rowid != nil, case .integer(let number)? = values.last else { return KeyCodec.encode(key, keyAffinities) }
        return Self.id(key, keyAffinities, rowid: number)
    }

    /// The id of a row with a key of these values, and with this row id if it has one.
    static func id(_ key: [SQLValue], _ affinities: [Column.Affinity], rowid: Int64?) -> String {
        if let rowid, key.contains(.null) { return "~i\(rowid)" }
        return KeyCodec.encode(key, affinities)
    }

    /// The affinities of the columns of a key that is ``RowIdentity/columns(_:rowid:)``.
    var keyAffinities: [Column.Affinity] {
        guard case .columns(let names, _) = table.key else { return [] }
        return names.map(affinity)
    }

    /// The condition that the row of a number fulfils, its only parameter, where rows are named by their row id.
    var numberCondition: String { "\(table.name.quoted).\(keyColumns[0].quoted) = ?" }

    /// The condition that the row with this id fulfils; `nil` if no row can have that id.
    func condition(for id: String) -> Condition? {
        if case .columns(let names, let rowid?) = table.key, id.hasPrefix("~i"),
            let number = KeyCodec.integer(id.dropFirst(2))
        {
            // With a whole key the row of this number has another name.
            let hole = names.map { "\($0.quoted) IS NULL" }.joined(separator: " OR ")
            return Condition(sql: "\(rowid.quoted) = ? AND (\(hole))", values: [.integer(number)])
        }
        let names: [String]
        switch table.key {
        case .rowid(let name): names = [name]
        case .columns(let columns, _): names = columns
        case .none: return nil
        }
        let affinities = isRowID ? [Column.Affinity.integer] : names.map(affinity)
        guard let values = KeyCodec.decode(id, affinities) else { return nil }
        return Condition(sql: names.map { "\($0.quoted) = ?" }.joined(separator: " AND "), values: values)
    }

    private var isRowID: Bool {
        if case .rowid = table.key { true } else { false }
    }

    private func affinity(of name: String) -> Column.Affinity {
        table.column(named: name)?.affinity ?? .blob
    }
}

extension Table {
    /// The id of the row whose columns have these values, if those columns are its key.
    public func id(where columns: [String], equal values: [SQLValue]) -> String? {
        guard !values.contains(.null) else { return nil }
        let locator = RowLocator(table: self)
        switch key {
        case .rowid(let name): return columns == [name] ? locator.id(values) : nil
        case .columns(let names, _):
            let ordered = names.compactMap { name in columns.firstIndex(of: name).map { values[$0] } }
            return ordered.count == names.count && columns.count == names.count
                ? locator.id(ordered + [.integer(0)]) : nil
        case .none: return nil
        }
    }

    /// A value of a column as a route has it.
    public func text(of value: SQLValue, in column: String) -> String {
        KeyCodec.encode([value], [self.column(named: column)?.affinity ?? .blob])
    }
}
