extension Query {
    /// The groups of rows that have one value in a column, each a row: that value, then what is worked out of the group.
    ///
    ///     var query = Query.totals(of: "Track", by: "AlbumId", [.count, .sum("Milliseconds")])
    ///     query.sort = [.descending("count")]
    ///
    /// The values of a row are called by the column and by the names of the totals (``columns``); a group is named by its
    /// value as a filter by it is (``Filter/init(column:id:)``). Texts that differ in any byte are of two groups, whatever
    /// the collation of the column; 1 and 1.0 are of one; NULL is one of its own. ``sort`` names any of ``columns``;
    /// groups that are equal in it are ordered by their value. Of a query of totals, search, keys and labels are not asked.
    ///
    /// - Complexity: a commit of our own costs O(log rows) for each row that it touches. The group's rows are read where the
    ///   smallest or largest value went, or a number that is not whole came or went in a sum: adding and taking away
    ///   would gather errors. What another program wrote says nothing of what was there before: all rows are read.
    public static func totals(
        of table: String, by column: String, _ totals: [Total], where filters: [Filter] = []
    ) -> Query {
        var query = Query(.totals(TotalsOfTable(table: table, column: column, totals: totals)))
        query.columns = [column] + totals.map(\.name)
        query.filters = filters
        return query
    }
}
