import DataSources
import Loop
import Tables

extension RecordStore {
    /// Returns the rows of a table as a live list, with one item for each. The data source shows every commit of any
    /// program.
    ///
    ///     list = CellList(store.list("Artist", sort: ["Name"]) { ArtistCell($0) })
    ///     list = CellList(
    ///         store.list("Track", where: [.equal("AlbumId", 7)], search: search, sort: [.descending("Plays")]) {
    ///             TrackCell($0)
    ///         })
    ///
    /// An item stays when its row moves. When its row changes, a new item is made, except for a ``RecordCell``, which
    /// gets the new record. To change the filter, the search or the order, make another list: it is read off the loop,
    /// and the old list closes when it is released. A missing table is reported as the list's problem, in an event.
    ///
    /// - Parameters:
    ///   - table: A table or view.
    ///   - columns: The columns that records have; by default all that exist now. A list has the first 256 bytes of
    ///     blobs, see ``value(of:in:id:)``. `Owner.Name` is the column `Name` of the row that the foreign key `Owner`
    ///     points to. A change of that row changes the item.
    ///   - filters: The conditions that every row meets.
    ///   - search: A text that each row contains in one of its text columns; empty for all rows.
    ///   - sort: The order. Rows that are equal in it are ordered by their key.
    ///   - sections: The value that groups the rows into sections, before they are sorted; by default one section.
    ///   - section: The description of the one section, by default only its id, the table's name. With `sections`, the
    ///     description of each section, except for its id and title.
    /// - Complexity: 32 bytes of memory a row, and the displayed rows. A commit costs reading the rows that it touched,
    ///   off the loop. The list's keys are read again for views, and after other programs' commits whose rows are
    ///   unknown (see docs/reference/files.md).
    public func list<Item>(
        _ table: String, columns: [String]? = nil, where filters: [Filter] = [], search: String = "",
        sort: [SortTerm] = [], by sections: SectionTerm? = nil, section: Section? = nil,
        makeItem: @escaping @SceneActor (Record) -> Item
    ) -> FetchedDataSource<Record, Item> {
        let known = owner.schema.table(named: table)
        let own = columns?.filter { known?.referredColumn($0) == nil }
        let missing = own?.filter { known?.column(named: $0) == nil } ?? []  // the problem of the list
        var query = Query(table: table, columns: self.columns(of: table, among: own))
        query.columns += missing.filter { !query.columns.contains($0) }
        query.referred = (columns ?? []).compactMap { known?.referredColumn($0) }.filter { isVisible($0, in: table) }
        query.filters = filters
        query.search = search.isEmpty ? nil : search
        query.sort = sort
        query.section = sections
        let results = RecordList(query, in: self)
        let cells = RecordCells()
        results.onRead = { cells.take($0) }
        return FetchedDataSource(results, section: section ?? Section(id: table)) { cells.item(for: $0, makeItem) }
    }

    /// Whether a column can be shown. One that does not exist counts, because the list reports it.
    private func isVisible(_ referred: ReferredColumn, in table: String) -> Bool {
        let parent = owner.schema.table(named: referred.key.parentTable)
        guard parent == nil || parent?.column(named: referred.column) != nil else { return true }
        return columns(of: table, among: referred.key.columns).count == referred.key.columns.count
            && !columns(of: referred.key.parentTable, among: [referred.column]).isEmpty
    }

    /// Returns the distinct values of a column as a live list, smallest first, for making groups. The id of a value is
    /// in the notation of ``Filter/init(column:_:id:)``, and each record has the one column.
    ///
    ///     GroupedDataSource(by: store.values(of: "Genre", in: "Track"), as: .sections) { id, genre in
    ///         let section = Section(id: id, title: genre["Genre"])
    ///         return store.list("Track", where: [Filter(column: "Genre", id: id)], section: section) { TrackCell($0) }
    ///     }
    ///
    /// - Complexity: While the list is displayed, a commit that touches the table costs one reading of the column, off
    ///   the loop.
    public func values(
        of column: String, in table: String, where filters: [Filter] = []
    ) -> FetchedDataSource<Record, Record> {
        var query = Query.values(of: column, in: table)
        query.filters = filters
        return FetchedDataSource(RecordList(query, in: self), section: Section(id: table)) { $0 }
    }
}
