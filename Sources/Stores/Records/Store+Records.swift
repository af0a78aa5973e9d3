import DataSources
import Loop

extension Store {
    /// The rows of a table as a live list, each made an item once: a data source that shows every commit, by whomever.
    ///
    ///     list = CellList(store.list("Artist", sort: ["Name"]) { ArtistCell($0) })
    ///     list = CellList(
    ///         store.list("Track", where: [.equal("AlbumId", 7)], search: search, sort: [.descending("Plays")]) {
    ///             TrackCell($0)
    ///         })
    ///
    /// An item stays when its row moves. When its row changes it is made anew, unless it is a ``RecordCell``, which is given
    /// the new record. To filter, search or sort otherwise, make another list: it is read off the loop, and the old one is
    /// closed when nobody has it any more. A table that is not there (any more) is the list's problem, told as an event.
    ///
    /// - Parameters:
    ///   - table: A table or view of ``schema``.
    ///   - columns: The columns that records have; all there are now, if none are named. Of blobs a list has the first 256
    ///     bytes, see ``value(of:in:id:)``.
    ///   - filters: What every row fulfils.
    ///   - search: A text that a row has in one of its text columns; empty for all rows.
    ///   - sort: The order; rows that are equal in it are ordered by their key.
    ///   - sections: What puts the rows into sections, before they are sorted; one section without.
    ///   - section: What is said of the one section, by default only its id, the table's name; or of each of several, apart
    ///     from its id and title.
    /// - Complexity: 32 bytes of memory a row; the rows on display are in memory besides. A commit costs the reading of the
    ///   rows that it touched, off the loop; of views, and after commits by others of which nothing is known but that they
    ///   were (see the operations page), the reading of the list's keys.
    public func list<Item>(
        _ table: String, columns: [String]? = nil, where filters: [Filter] = [], search: String = "",
        sort: [SortTerm] = [], by sections: SectionTerm? = nil, section: Section? = nil,
        makeItem: @escaping @SceneActor (Record) -> Item
    ) -> FetchedDataSource<Record, Item> {
        var query = Query(table: table, columns: columns ?? self.columns(of: table))
        query.filters = filters
        query.search = search.isEmpty ? nil : search
        query.sort = sort
        query.section = sections
        let results = RecordList(query, in: self)
        let cells = RecordCells()
        results.onRead = { cells.take($0) }
        return FetchedDataSource(results, section: section ?? Section(id: table)) { cells.item(for: $0, makeItem) }
    }

    /// The different values of a column as a live list, smallest first: what to make groups of. The identity of a value is
    /// what ``Filter/init(column:id:)`` takes, and each record has the one column.
    ///
    ///     GroupedDataSource(by: store.values(of: "Genre", in: "Track"), as: .sections) { id, genre in
    ///         let section = Section(id: id, title: genre["Genre"])
    ///         return store.list("Track", where: [Filter(column: "Genre", id: id)], section: section) { TrackCell($0) }
    ///     }
    ///
    /// - Complexity: a commit that touches the table costs one reading of the column, off the loop, while somebody looks at the
    ///   list.
    public func values(
        of column: String, in table: String, where filters: [Filter] = []
    ) -> FetchedDataSource<Record, Record> {
        var query = Query.values(of: column, in: table)
        query.filters = filters
        return FetchedDataSource(RecordList(query, in: self), section: Section(id: table)) { $0 }
    }

    /// The names of a table's columns as they are now; none when there is no such table.
    func columns(of table: String) -> [String] {
        schema.table(named: table)?.columns.filter { !$0.isHidden }.map(\.name) ?? []
    }
}
