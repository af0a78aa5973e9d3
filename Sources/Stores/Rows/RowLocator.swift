/// Finds a row of a table by its id, and names a row by its key.
struct RowLocator {
    let table: Table

    /// A condition that one row fulfils, and the values it is about.
    struct Condition {
        var sql: String
        var values: [SQLValue]

        fileprivate mutating func add(_ sql: String, _ value: SQLValue) {
            self.sql += " AND \(sql)"
            values.append(value)
        }
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

    /// The condition that the row with this id fulfils, and no row that only SQLite takes for the same: `a` in place of `A`
    /// where the collation is `NOCASE`, `2.0` in place of `2` without a type.
    func exactCondition(for id: String) -> Condition? {
        guard var condition = condition(for: id), case .columns(let names, _) = table.key, number(in: id) == nil else {
            return condition(for: id)
        }
        for (name, value) in zip(names, condition.values) {
            guard let column = table.column(named: name) else { continue }
            if column.collation.uppercased() != "BINARY" {
                condition.add("\(name.quoted) COLLATE BINARY = ?", value)
            }
            if column.affinity == .blob { condition.add("typeof(\(name.quoted)) = typeof(?)", value) }
        }
        return condition
    }

    /// The condition that the row with this id fulfils, as SQLite compares; `nil` if no row can have that id.
    func condition(for id: String) -> Condition? {
        if case .columns(let names, let rowid?) = table.key, let number = number(in: id) {
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

    /// The row id that stands for a key with a NULL in it.
    private func number(in id: String) -> Int64? {
        guard case .columns(_, _?) = table.key, id.hasPrefix("~i") else { return nil }
        return KeyCodec.integer(id.dropFirst(2))
    }

    private var isRowID: Bool {
        if case .rowid = table.key { true } else { false }
    }

    private func affinity(of name: String) -> Column.Affinity {
        table.column(named: name)?.affinity ?? .blob
    }
}

extension Table {
    /// The columns that name a row, whose values ``id(ofKey:)`` takes; none if rows have no names.
    public var keyColumns: [String] { RowLocator(table: self).keyColumns }

    /// The id of the row whose ``keyColumns`` have these values; `nil` if there is no such row, or they are not whole.
    public func id(ofKey values: some Collection<SQLValue>) -> String? {
        guard !values.isEmpty, !values.allSatisfy({ $0 == .null }), values.allSatisfy(\.isWhole) else { return nil }
        return RowLocator(table: self).id(Array(values))
    }

    /// A value of a column as a route has it.
    public func text(of value: SQLValue, in column: String) -> String {
        KeyCodec.encode([value], [self.column(named: column)?.affinity ?? .blob])
    }
}
