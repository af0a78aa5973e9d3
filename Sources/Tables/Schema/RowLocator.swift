/// Finds a row of a table by its id, and derives a row's id from its key.
package struct RowLocator {
    package let table: Table

    /// Creates a locator for the rows of a table.
    package init(table: Table) {
        self.table = table
    }

    /// A condition that matches one row, and the values of its parameters.
    package struct Condition {
        package var sql: String
        package var values: [SQLValue]

        /// Creates a condition from SQL and the values of its parameters.
        package init(sql: String, values: [SQLValue]) {
            self.sql = sql
            self.values = values
        }

        fileprivate mutating func add(_ sql: String, _ value: SQLValue) {
            self.sql += " AND \(sql)"
            values.append(value)
        }
    }

    /// The columns that identify a row.
    package var keyColumns: [String] {
        switch table.key {
        case .rowid(let name): [name]
        case .columns(let names, let rowid): names + (rowid.map { [$0] } ?? [])
        case .none: []
        }
    }

    /// Returns the id of a row from the values of ``keyColumns``. A row with NULL in its key is identified by its row
    /// id.
    package func id(_ values: [SQLValue]) -> String {
        guard case .columns(let names, let rowid) = table.key else { return KeyCodec.encode(values, [.integer]) }
        let key = Array(values.prefix(names.count))
        guard rowid != nil, case .integer(let number)? = values.last else { return KeyCodec.encode(key, keyAffinities) }
        return Self.id(key, keyAffinities, rowid: number)
    }

    /// Returns the id of a row with this key and, if it has one, this row id.
    package static func id(_ key: [SQLValue], _ affinities: [Column.Affinity], rowid: Int64?) -> String {
        if let rowid, key.contains(.null) { return "~i\(rowid)" }
        return KeyCodec.encode(key, affinities)
    }

    /// The affinities of the columns of a key, if the key is ``RowIdentity/columns(_:rowid:)``.
    package var keyAffinities: [Column.Affinity] {
        guard case .columns(let names, _) = table.key else { return [] }
        return names.map(affinity)
    }

    /// The condition on the row id, its only parameter, for a table whose rows are identified by it.
    package var numberCondition: String { "\(table.name.quoted).\(keyColumns[0].quoted) = ?" }

    /// Returns the condition that matches exactly the row with this id. It rejects a row that only SQLite considers
    /// equal: `a` for `A` under the collation `NOCASE`, or `2.0` for `2` in a column without a type.
    package func exactCondition(for id: String) -> Condition? {
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

    /// Returns the condition that matches the row with this id, as SQLite compares, or `nil` if no row can have the id.
    package func condition(for id: String) -> Condition? {
        if case .columns(let names, let rowid?) = table.key, let number = number(in: id) {
            // A row without NULL in its key is identified by the key, not by this number.
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

    /// Returns the row id in the id of a row whose key contains NULL.
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
    /// The columns that identify a row, whose values ``id(ofKey:)`` takes; empty if rows have no identity.
    public var keyColumns: [String] { RowLocator(table: self).keyColumns }

    /// Returns the id of the row whose ``keyColumns`` have these values, or `nil` if there is no such row or a value is
    /// cut.
    public func id(ofKey values: some Collection<SQLValue>) -> String? {
        guard !values.isEmpty, !values.allSatisfy({ $0 == .null }), values.allSatisfy(\.isWhole) else { return nil }
        return RowLocator(table: self).id(Array(values))
    }

    /// Returns a value of a column in the notation of routes.
    public func text(of value: SQLValue, in column: String) -> String {
        KeyCodec.encode([value], [self.column(named: column)?.affinity ?? .blob])
    }
}
