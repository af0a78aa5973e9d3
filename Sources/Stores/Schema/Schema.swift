/// What a database holds: its tables and views by name, without SQLite's own.
public struct Schema: Sendable, Equatable {
    /// The tables, views and virtual tables, ordered by name without regard to case.
    public var tables: [Table]

    /// A schema of these tables.
    public init(tables: [Table] = []) {
        self.tables = tables
    }

    /// The schema without what is hidden from people.
    package var shown: Schema {
        var schema = self
        for index in tables.indices { schema.tables[index].columns.removeAll(where: \.isHidden) }
        return schema
    }

    /// The table of this name, compared byte by byte.
    public func table(named name: String) -> Table? {
        tables.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
