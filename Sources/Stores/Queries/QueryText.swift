import Changes

/// A query as SQL.
struct QueryText {
    let table: Table
    let query: Query
    /// The values that every row of the list is asked for with.
    private(set) var conditionValues: [SQLValue] = []

    init(table: Table, query: Query) {
        self.table = table
        self.query = query
        conditionValues = condition.1
    }

    /// Selects the keys of all rows in order; for rows without a key, all their columns.
    var keys: (sql: String, values: [SQLValue]) {
        let keys = RowLocator(table: table).keyColumns
        let selected = keys.isEmpty ? table.columns.map(\.name) : keys
        let (condition, values) = condition
        return (
            "SELECT \(selected.map(name).joined(separator: ", ")) FROM \(table.name.quoted)\(condition)\(order)",
            values
        )
    }

    /// The columns that place a row in the order; the row id of a table that is named by it is not among them.
    var codeTerms: [SortTerm] {
        if case .rowid = table.key { return query.sort }
        return query.sort + RowLocator(table: table).keyColumns.map { SortTerm(column: $0) }
    }

    /// Selects what places all rows, and their keys: the section, the terms of the sort, the key, called `c0`, `c1` and so on.
    /// Rows come in the order of the key when no other is wanted, and all are: to look for some in an index of the key takes
    /// longer than to sort those that are found.
    var codes: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return (codeSelection + condition + (isByKey ? order : ""), values)
    }

    /// Whether the list is all rows in the order of their key.
    private var isByKey: Bool { query.sort.isEmpty && query.section == nil && !isFiltered }

    /// Whether SQLite selects ``codes`` in their order, and no two rows are equal in it.
    var isInOrder: Bool {
        switch table.key {
        case .rowid, .columns(_, .some): isByKey
        case .columns(_, nil), .none: false
        }
    }

    /// Selects what ``codes`` does of a part of the table: what is stored behind one row, and up to another.
    func step(hasStart: Bool, hasEnd: Bool) -> String {
        let bounds = (hasStart ? [bound(">")] : []) + (hasEnd ? [bound("<=")] : [])
        // Steps by an index of something else would all look at the same rows.
        return codeSelection + " NOT INDEXED" + extended(condition.0, by: bounds)
    }

    /// Selects the place where the row is stored that is so many, its last parameter, behind the first or behind another one.
    func stepEnd(isFirst: Bool) -> String {
        let columns = storage.map(name).joined(separator: ", ")
        return "SELECT \(columns) FROM \(table.name.quoted) NOT INDEXED"
            + extended("", by: isFirst ? [] : [bound(">")]) + " ORDER BY \(columns) LIMIT 1 OFFSET ?"
    }

    private func extended(_ condition: String, by bounds: [String]) -> String {
        guard !bounds.isEmpty else { return condition }
        return (condition.isEmpty ? " WHERE " : condition + " AND ") + bounds.joined(separator: " AND ")
    }

    private func bound(_ comparison: String) -> String {
        let marks = storage.map { _ in "?" }.joined(separator: ", ")
        return "(\(storage.map(name).joined(separator: ", "))) \(comparison) (\(marks))"
    }

    /// The columns by which the table is stored; none if they cannot be named.
    private var storage: [String] {
        switch table.key {
        case .rowid(let name), .columns(_, .some(let name)): [name]
        case .columns(let names, nil): table.isWithoutRowID ? names : []
        case .none: []
        }
    }

    /// Whether a look at all rows may go in steps: not by an index of something else, which is quicker.
    var hasSteps: Bool { !storage.isEmpty && (!isFiltered || isTextSearch) }

    /// The place among the columns of ``codes`` where the key begins.
    var keyPlace: Int { (query.section == nil ? 0 : 1) + query.sort.count }

    /// The order in words: the same for two queries only if their rows are, and stand in the same order.
    var orderName: String {
        let (condition, values) = condition
        let directions = (query.section.map { [$0.isDescending] } ?? []) + query.sort.map(\.isDescending)
        let parameters = KeyCodec.encode(values, values.map { _ in .blob })
        return "\(codeSelection)\(condition) \(directions) \(query.section == nil) \(parameters)"
    }

    /// Selects the same of a row that fulfils `row` and is in the list; the last parameters are those of `row`.
    func code(where row: String) -> String {
        let condition = condition(ofOneRow: true).0
        return codeSelection + (condition.isEmpty ? " WHERE " : condition + " AND ") + "(\(row))"
    }

    private var codeSelection: String {
        let keys = RowLocator(table: table).keyColumns.map(name)
        let columns = (query.section.map { [$0.sql(table.name)] } ?? []) + query.sort.map { name($0.column) } + keys
        let named = columns.enumerated().map { "\($1) AS c\($0)" }
        return "SELECT \(named.joined(separator: ", ")) FROM \(table.name.quoted)"
    }

    /// Selects the wanted values of one row.
    func row(where condition: String) -> String {
        "SELECT \(expressions) FROM \(table.name.quoted) WHERE \(condition)"
    }

    /// Selects the wanted values of a run of rows; its length and its start are the last two parameters.
    var run: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return ("SELECT \(expressions) FROM \(table.name.quoted)\(condition)\(order) LIMIT ? OFFSET ?", values)
    }

    /// Selects keys and wanted values of all rows in order.
    var all: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        let columns = RowLocator(table: table).keyColumns.map(name) + [expressions]
        return ("SELECT \(columns.joined(separator: ", ")) FROM \(table.name.quoted)\(condition)\(order)", values)
    }

    /// Whether not every row of the table is in the list.
    var isFiltered: Bool { !condition.0.isEmpty }

    /// Selects a 1 for every row of the list.
    var each: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return ("SELECT 1 FROM \(table.name.quoted)\(condition)", values)
    }

    /// Selects keys and wanted values of a run of rows; its length and its start are the last two parameters.
    var glimpse: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        let keys = RowLocator(table: table).keyColumns.map(name).joined(separator: ", ")
        return ("SELECT \(keys), \(expressions) FROM \(table.name.quoted)\(condition)\(order) LIMIT ? OFFSET ?", values)
    }

    /// Selects the different values of a column.
    func values(of column: String) -> (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return (
            "SELECT DISTINCT \(name(column)) FROM \(table.name.quoted)\(condition) ORDER BY \(name(column))", values
        )
    }

    /// Selects something of the rows of the list, of those that fulfil `more`, whose parameters are the last.
    func select(_ columns: String, and more: String? = nil, end: String = "") -> String {
        let condition = condition.0
        let word = condition.isEmpty ? " WHERE " : " AND "
        return "SELECT \(columns) FROM \(table.name.quoted)\(condition)" + (more.map { "\(word)(\($0))" } ?? "") + end
    }

    private var expressions: String {
        guard !query.isDigested else { return table.columns.map { name($0.name) }.joined(separator: ", ") }
        let keys = zip(query.labels, query.parents).flatMap(parentKey)
        let all = query.columns.map(expression) + query.labels.map(label) + keys
        return all.isEmpty ? "NULL" : all.joined(separator: ", ")
    }

    private func expression(_ column: String) -> String {
        let name = name(column)
        guard let limit = query.textLimit, let column = table.column(named: column) else { return name }
        switch column.affinity {
        case .integer, .real: return name
        case .text, .numeric, .blob:
            return "CASE WHEN typeof(\(name)) = 'text' AND length(\(name)) > \(limit) "
                + "THEN substr(\(name), 1, \(limit)) || '…' ELSE \(name) END"
        }
    }

    /// The title of the row that a foreign key points to; NULL when there is no such row.
    private func label(_ key: ForeignKey) -> String {
        guard let titles = query.titles[RowName(key.parentTable)] else { return "NULL" }
        let title =
            titles.isEmpty
            ? "''" : titles.map { "coalesce(\(parent).\($0.quoted), '')" }.joined(separator: " || ' ' || ")
        return ofParent("substr(trim(\(title)), 1, 200)", key)
    }

    /// The key of that row.
    private func parentKey(_ key: ForeignKey, _ table: Table?) -> [String] {
        (table?.keyColumns ?? []).map { ofParent("\(parent).\($0.quoted)", key) }
    }

    private func ofParent(_ expression: String, _ key: ForeignKey) -> String {
        let match = zip(key.parentColumns, key.columns).map {
            "\(parent).\($0.quoted) = \(name($1))"
        }
        return "(SELECT \(expression) FROM \(key.parentTable.quoted) AS \(parent) "
            + "WHERE \(match.joined(separator: " AND ")) LIMIT 1)"
    }

    /// What the parent of a row is called in a statement: the name of any table could be this table's.
    private var parent: String { (table.name + "'s parent").quoted }

    private var order: String {
        let section = query.section.map { "\($0.sql(table.name)) COLLATE BINARY\($0.isDescending ? " DESC" : "")" }
        let terms =
            (section.map { [$0] } ?? []) + query.sort.map { name($0.column) + ($0.isDescending ? " DESC" : "") }
            + RowLocator(table: table).keyColumns.map(name)
        return terms.isEmpty ? "" : " ORDER BY " + terms.joined(separator: ", ")
    }
}
