extension Query {
    /// The rows of a query in SQL: joins, aggregates, window functions, whatever SQLite can select, in the order that it
    /// selects.
    ///
    ///     Query.sql(
    ///         """
    ///         SELECT Artist.Id, Name, count(*) AS Tracks FROM Artist JOIN Track ON Track.Artist = Artist.Id
    ///         WHERE Born > ? GROUP BY Artist.Id ORDER BY Tracks DESC
    ///         """,
    ///         columns: ["Name", "Tracks"], key: ["Id"], parameters: [1960])
    ///
    /// It is run again after a commit that touches a table it reads, off the loop; commits that come meanwhile are shown
    /// together. What it says of time and chance is as old as that. Filters, search and sort are what the SQL says: those
    /// of the query are not asked.
    ///
    /// - Parameters:
    ///   - sql: One statement that only reads; anything else is the list's problem.
    ///   - columns: The columns of the result that rows on display have.
    ///   - key: The columns of the result that name a row, so that it is the same one wherever it moves and whatever else
    ///     of it changes; no two rows may have the same. Without any a row is named by its content.
    ///   - parameters: The values of `?` in order; `nil` stands for NULL.
    public static func sql(
        _ sql: String, columns: [String], key: [String] = [], parameters: [(any ColumnValue)?] = []
    ) -> Query {
        Query(.sql(SQLText(sql: sql, key: key, parameters: parameters.map { $0?.sqlValue ?? .null })), columns: columns)
    }
}
