/// The tables and views of a database, without SQLite's own.
public struct Schema: Sendable, Equatable {
    /// The tables, views and virtual tables, ordered by name regardless of case.
    public var tables: [Table]

    /// Creates a schema of these tables.
    public init(tables: [Table] = []) {
        self.tables = tables
    }

    /// The schema without the columns that are hidden from users.
    package var shown: Schema {
        var schema = self
        for index in tables.indices { schema.tables[index].columns.removeAll(where: \.isHidden) }
        return schema
    }

    /// Returns the table of this name, compared byte by byte.
    public func table(named name: String) -> Table? {
        tables.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
