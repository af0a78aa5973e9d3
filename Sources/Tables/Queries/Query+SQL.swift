extension Query {
    /// A query in SQL: joins, aggregates, window functions and anything else that SQLite can select, in the order of
    /// the statement.
    ///
    ///     Query.sql(
    ///         """
    ///         SELECT Artist.Id, Name, count(*) AS Tracks FROM Artist JOIN Track ON Track.Artist = Artist.Id
    ///         WHERE Born > ? GROUP BY Artist.Id ORDER BY Tracks DESC
    ///         """,
    ///         columns: ["Name", "Tracks"], key: ["Id"], parameters: [1960])
    ///
    /// The query runs again, off the event loop, after a commit that touches a table that the query reads. Commits
    /// during a run are shown together. Results that depend on the time or on chance are as old as the last run. The
    /// SQL does the selecting and the sorting: the query's `filters`, `search` and `sort` have no effect.
    ///
    /// - Parameters:
    ///   - sql: One statement that only reads. Any other statement is reported as the list's problem.
    ///   - columns: The columns of the result that rows on display have.
    ///   - key: The columns of the result that identify a row when the row moves or its other columns change. No two
    ///     rows may have the same key. Without a key, a row is identified by its content.
    ///   - parameters: The values of `?` in order; `nil` stands for NULL.
    public static func sql(
        _ sql: String, columns: [String], key: [String] = [], parameters: [(any ColumnValue)?] = []
    ) -> Query {
        Query(sql: sql, columns: columns, key: key, parameters: parameters.map { $0?.sqlValue ?? .null })
    }

    /// Creates a query in SQL, with the values of its parameters.
    package init(sql: String, columns: [String], key: [String] = [], parameters: [SQLValue]) {
        self.init(.sql(SQLText(sql: sql, key: key, parameters: parameters)), columns: columns)
    }
}
