extension Query {
    /// Groups of rows that have the same value in a column. Each group is a row: the value, then the group's totals.
    ///
    ///     var query = Query.totals(of: "Track", by: "AlbumId", [.count, .sum("Milliseconds")])
    ///     query.sort = [.descending("count")]
    ///
    /// The values of a row have the names of the column and of the totals (``columns``). The id of a group is its value
    /// in the notation of filters (``Filter/init(column:_:id:)``). Texts that differ in any byte belong to two groups,
    /// whatever the column's collation. 1 and 1.0 belong to the same group, and NULL has its own group. ``sort`` names
    /// any of ``columns``; groups with equal sort values are ordered by their value. The query's `keys` have no
    /// effect. Of its ``labels`` the first counts, if it is of the column alone: the label follows the totals.
    ///
    /// - Complexity: A commit of this program costs O(log rows) for each row that it touches. The group's rows are read
    ///   again when the smallest or largest value disappears. They are also read again when a number that is not whole
    ///   enters or leaves a sum, because adding and subtracting would accumulate errors. A commit of another program
    ///   does not tell the former values, so all rows are read.
    public static func totals(
        of table: String, by column: String, _ totals: [Total], where filters: [Filter] = []
    ) -> Query {
        Self.totals(of: table, by: [column], per: nil, totals, where: filters)
    }

    /// Totals of the rows with the same values in several columns. With a period, rows are in one group if the dates of
    /// the first column are in the same year, month, day or hour. A date is a text that begins with its year, such as
    /// `2026-11-23 14:05`. A value that is no text has a group of its own. The id of a group is its values, joined by
    /// commas.
    package static func totals(
        of table: String, by columns: [String], per period: TotalsOfTable.Period?, _ totals: [Total],
        where filters: [Filter] = []
    ) -> Query {
        var subject = TotalsOfTable(table: table, column: columns[0], totals: totals)
        (subject.others, subject.period) = (Array(columns.dropFirst()), period)
        var query = Query(.totals(subject))
        query.columns = columns + totals.map(\.name)
        query.filters = filters
        return query
    }

    /// Totals of all rows that meet some conditions: one row with the totals, or none if no row meets them.
    package static func totals(of table: String, _ totals: [Total], where filters: [Filter] = []) -> Query {
        var query = Query(.totals(TotalsOfTable(table: table, column: "", totals: totals, isOfAll: true)))
        query.columns = [""] + totals.map(\.name)
        query.filters = filters
        return query
    }

    /// The number of rows in ranges of a column's values, for a histogram.
    ///
    /// The ranges are chosen from the values that are there: about twenty of one width for numbers; years, months or
    /// days for texts that are dates. A group's value is the start of its range. The end, which is outside, follows the
    /// count. NULL, values of another kind, and values of a column that has neither numbers nor dates have groups of
    /// their own, with the end NULL.
    package static func ranges(of table: String, by column: String, where filters: [Filter] = []) -> Query {
        var query = Query(.totals(TotalsOfTable(table: table, column: column, totals: [.count], isInRanges: true)))
        query.columns = [column, Total.count.name]
        query.filters = filters
        return query
    }
}
