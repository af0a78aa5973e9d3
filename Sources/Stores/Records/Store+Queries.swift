import DataSources
import Loop

extension Store {
    /// The rows of a query in SQL as a live list, each made an item once: joins, aggregates, whatever SQLite can select.
    ///
    ///     list = CellList(
    ///         store.list(
    ///             sql: "SELECT Genre, sum(Seconds) AS Length FROM Track WHERE Year > ? GROUP BY Genre ORDER BY Length DESC",
    ///             columns: ["Genre", "Length"], key: ["Genre"], parameters: [1990]
    ///         ) { GenreCell($0) })
    ///
    /// Everything is as in ``Query/sql(_:columns:key:parameters:)``; SQL that writes, or that SQLite cannot answer, is the
    /// list's problem.
    ///
    /// - Parameters:
    ///   - columns: The columns of the result that records have.
    ///   - key: The columns of the result that name a row.
    ///   - parameters: The values of `?` in order.
    ///   - section: What is said of the one section, by default only its id, `rows`.
    /// - Complexity: a commit that touches a table that the query reads costs one run of it, off the loop, while somebody
    ///   looks at the list; others cost nothing.
    public func list<Item>(
        sql: String, columns: [String], key: [String] = [], parameters: [(any ColumnValue)?] = [],
        section: Section? = nil, makeItem: @escaping @SceneActor (Record) -> Item
    ) -> FetchedDataSource<Record, Item> {
        let query = Query.sql(sql, columns: columns, key: key, parameters: parameters)
        return list(of: query, section ?? Section(id: "rows"), makeItem)
    }

    /// What is worked out of the groups of a table's rows as a live list, each group made an item once.
    ///
    ///     list = CellList(
    ///         store.totals(
    ///             of: "Track", by: "AlbumId", [.count, .sum("Milliseconds", as: "length")], sort: [.descending("length")]
    ///         ) { AlbumCell($0) })
    ///
    /// A record has the value of the group under the column's name, and each total under its own; its id is what
    /// ``Filter/init(column:id:)`` takes. Everything else is as in ``Query/totals(of:by:_:where:)``.
    ///
    /// - Parameters:
    ///   - column: What rows of a group have the same value in.
    ///   - filters: What every row fulfils that counts.
    ///   - sort: The order of the groups, by the column or by names of totals; by the column if there is none.
    ///   - section: What is said of the one section, by default only its id, the table's name.
    /// - Complexity: a commit of our own costs O(log rows) for each row that it touches.
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
