import Changes

/// A column of the row that a foreign key points to, such as `Owner.Name`.
public struct ReferredColumn: Sendable, Equatable {
    /// The foreign key.
    public let key: ForeignKey
    /// The column of the parent table.
    public let column: String

    /// The name in queries and routes, such as `Owner.Name`.
    public var path: String { "\(key.columns[0]).\(column)" }

    /// Creates a column.
    package init(_ key: ForeignKey, _ column: String) { (self.key, self.column) = (key, column) }
}

extension Table {
    /// Returns the column that a name with a dot means: the column of a foreign key, and a column of the table that it
    /// points to. `nil` for a name of one of this table's own columns, and for any other name.
    package func referredColumn(_ name: String) -> ReferredColumn? {
        guard let dot = name.firstIndex(of: "."), column(named: name) == nil else { return nil }
        let own = String(name[..<dot])
        return foreignKeys.first { $0.isOnly(of: own) }.map {
            ReferredColumn($0, String(name[name.index(after: dot)...]))
        }
    }
}

extension Table {
    /// Returns the column with this name, or under this path in a table of ``Schema/withPaths(_:where:)``.
    package func column(atPath path: String) -> Column? {
        column(named: path) ?? reached.first { $0.name.utf8.elementsEqual(path.utf8) }
    }
}

extension Schema {
    /// Returns a table with those columns of the rows that its foreign keys of one column point to whose paths are
    /// named, as far as this schema has them. O(columns of these tables).
    package func withPaths(_ table: Table, where isNamed: (String) -> Bool) -> Table {
        var (table, seen) = (table, Set(table.columns.map { ExactName($0.name) }))
        var keyed: Set<ExactName> = []
        for key in table.foreignKeys where key.columns.count == 1 {
            guard keyed.insert(ExactName(key.columns[0])).inserted else { continue }  // as for `referredColumn`
            for var column in self.table(named: key.parentTable)?.columns ?? [] where !column.isHidden {
                column.name = ReferredColumn(key, column.name).path
                guard isNamed(column.name), seen.insert(ExactName(column.name)).inserted else { continue }
                table.reached.append(column)
            }
        }
        return table
    }
}
