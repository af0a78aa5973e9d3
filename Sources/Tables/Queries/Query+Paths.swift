import Changes

extension Query {
    /// Returns the columns of other rows by which rows are selected, sorted and divided into sections, each once.
    package func placingColumns(in table: Table) -> [ReferredColumn] {
        var names = filters.flatMap(\.namedColumns)
        if case .rows = subject { names += sort.map(\.column) + (section?.source.map { [$0] } ?? []) }
        var seen: Set<ExactName> = []
        return names.filter { seen.insert(ExactName($0)).inserted }.compactMap(table.referredColumn)
    }

    /// Returns the columns of other rows that the query reads without showing them.
    fileprivate func readColumns(in table: Table) -> [ReferredColumn] {
        placingColumns(in: table) + computed.flatMap(\.columns).compactMap(table.referredColumn)
    }

    /// Returns the tables of the rows that the query reads beside those of its own table.
    package func parentTables(of table: Table?) -> [String] {
        shownParentTables + (table.map(readColumns) ?? []).map(\.key.parentTable)
    }
}

extension Query {
    /// Creates a query of one row, if it matches a filter.
    package init(ofRow id: String, in table: Table, meeting filter: Filter) {
        self.init(table: table.name, columns: [])
        key = id
        filters = [filter]
        guard !filter.parents.isEmpty else { return }
        var rights = QueryRights()
        rights.parents = filter.parents
        self.rights = rights
    }
}

extension Schema {
    /// Returns a table with the paths that a query names.
    package func withPaths(_ table: Table, for query: Query) -> Table {
        let names = Set(query.readColumns(in: table).map { ExactName($0.path) })
        return names.isEmpty ? table : withPaths(table) { names.contains(ExactName($0)) }
    }
}
