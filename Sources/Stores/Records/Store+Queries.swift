import DataSources
import Loop
import Tables

extension Store {
    /// Returns the rows of an SQL query as a live list, with one item for each: joins, aggregates, anything that SQLite
    /// can select.
    ///
    ///     list = CellList(
    ///         store.list(
    ///             sql: """
    ///                 SELECT Genre, sum(Seconds) AS Length FROM Track WHERE Year > ?
    ///                 GROUP BY Genre ORDER BY Length DESC
    ///                 """,
    ///             columns: ["Genre", "Length"], key: ["Genre"], parameters: [1990]
    ///         ) { GenreCell($0) })
    ///
    /// For details see ``Query/sql(_:columns:key:parameters:)``. SQL that writes, or that SQLite cannot execute, is
    /// reported as the list's problem.
    ///
    /// - Parameters:
    ///   - columns: The columns of the result that records have.
    ///   - key: The columns of the result that identify a row.
    ///   - parameters: The values of `?` in order.
    ///   - section: The description of the one section; by default only its id, `rows`.
    /// - Complexity: While the list is displayed, a commit that touches a table of the query costs one run of it, off
    ///   the loop. Other commits cost nothing.
    public func list<Item>(
        sql: String, columns: [String], key: [String] = [], parameters: [(any ColumnValue)?] = [],
        section: Section? = nil, makeItem: @escaping @SceneActor (Record) -> Item
    ) -> FetchedDataSource<Record, Item> {
        let query = Query.sql(sql, columns: columns, key: key, parameters: parameters)
        return list(of: query, section ?? Section(id: "rows"), makeItem)
    }

    /// Returns totals of a table's groups of rows as a live list, with one item for each group.
    ///
    ///     list = CellList(
    ///         store.totals(
    ///             of: "Track", by: "AlbumId", [.count, .sum("Milliseconds", as: "length")],
    ///             sort: [.descending("length")]
    ///         ) { AlbumCell($0) })
    ///
    /// A record has the group's value under the column's name, and each total under its own name. Its id is in the
    /// notation of ``Filter/init(column:_:id:)``. For details see ``Query/totals(of:by:_:where:)``.
    ///
    /// - Parameters:
    ///   - column: The column whose value the rows of a group share.
    ///   - filters: The conditions on the rows that count.
    ///   - sort: The order of the groups, by the column or by names of totals; by default by the column.
    ///   - section: The description of the one section; by default only its id, the table's name.
    /// - Complexity: A commit of this program costs O(log rows) for each row that it touches.
    public func totals<Item>(
        of table: String, by column: String, _ totals: [Total], where filters: [Filter] = [], sort: [SortTerm] = [],
        section: Section? = nil, makeItem: @escaping @SceneActor (Record) -> Item
    ) -> FetchedDataSource<Record, Item> {
        var query = Query.totals(of: table, by: column, totals, where: filters)
        query.sort = sort
        return list(of: query, section ?? Section(id: table), makeItem)
    }

    private func list<Item>(
        of query: Query, _ section: Section, _ makeItem: @escaping @SceneActor (Record) -> Item
    ) -> FetchedDataSource<Record, Item> {
        let results = RecordList(query, in: self)
        let cells = RecordCells()
        results.onRead = { cells.take($0) }
        return FetchedDataSource(results, section: section) { cells.item(for: $0, makeItem) }
    }
}
