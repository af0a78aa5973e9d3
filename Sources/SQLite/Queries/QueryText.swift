import Changes
import Tables

/// A query as SQL.
package struct QueryText {
    package let table: Table
    package let query: Query
    /// The parameters of the condition.
    package private(set) var conditionValues: [SQLValue] = []

    package init(table: Table, query: Query) {
        self.table = table
        self.query = query
        conditionValues = condition.1
    }

    /// Selects the keys of all rows in order; for rows without a key, all their columns.
    package var keys: (sql: String, values: [SQLValue]) {
        let keys = RowLocator(table: table).keyColumns
        let selected = keys.isEmpty ? table.columns.map(\.name) : keys
        let (condition, values) = condition
        return (
            "SELECT \(selected.map(name).joined(separator: ", ")) FROM \(table.name.quoted)\(condition)\(order)",
            values
        )
    }

    /// The columns of the sort code. The row id is not among them if it identifies the table's rows.
    package var codeTerms: [SortTerm] {
        if case .rowid = table.key { return query.sort }
        return query.sort + RowLocator(table: table).keyColumns.map { SortTerm(column: $0) }
    }

    /// Selects the values of the sort codes of all rows, and their keys: the section, the sort terms and the key, named
    /// `c0`, `c1` and so on.
    ///
    /// Rows come in the order of the key if the list is all rows in this order. For a part of the rows, searching an
    /// index of the key would take longer than sorting those that are found.
    package var codes: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return (codeSelection + condition + (isByKey ? order : ""), values)
    }

    /// Whether the list is all rows in the order of their key.
    private var isByKey: Bool { query.sort.isEmpty && query.section == nil && !isFiltered }

    /// Whether SQLite selects ``codes`` in their order, and no two rows are equal in it.
    package var isInOrder: Bool {
        switch table.key {
        case .rowid, .columns(_, .some): isByKey
        case .columns(_, nil), .none: false
        }
    }

    /// Selects ``codes`` for a part of the table: the rows that are stored after one row, and up to another.
    package func step(hasStart: Bool, hasEnd: Bool) -> String {
        let bounds = (hasStart ? [bound(">", storage)] : []) + (hasEnd ? [bound("<=", storage)] : [])
        // Steps by an index of another column would all scan the same rows.
        return codeSelection + " NOT INDEXED" + extended(condition.0, by: bounds)
    }

    /// Selects the storage key of the row at a distance, the last parameter, from the first row or from another one.
    package func stepEnd(isFirst: Bool) -> String {
        let columns = storage.map(name).joined(separator: ", ")
        return "SELECT \(columns) FROM \(table.name.quoted) NOT INDEXED"
            + extended("", by: isFirst ? [] : [bound(">", storage)]) + " ORDER BY \(columns) LIMIT 1 OFFSET ?"
    }

    private func extended(_ condition: String, by bounds: [String]) -> String {
        guard !bounds.isEmpty else { return condition }
        return (condition.isEmpty ? " WHERE " : condition + " AND ") + bounds.joined(separator: " AND ")
    }

    private func bound(_ comparison: String, _ columns: [String]) -> String {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return "(\(columns.map(name).joined(separator: ", "))) \(comparison) (\(marks))"
    }

    /// The columns by which the table is stored; empty if they have no name.
    private var storage: [String] {
        switch table.key {
        case .rowid(let name), .columns(_, .some(let name)): [name]
        case .columns(let names, nil): table.isWithoutRowID ? names : []
        case .none: []
        }
    }

    /// Whether a scan of all rows may run in steps. It may not if an index of another column serves the query, which is
    /// faster.
    package var hasSteps: Bool { !storage.isEmpty && (!isFiltered || isTextSearch) }

    /// The position of the key's first column in ``codes``.
    package var keyPlace: Int { (query.section == nil ? 0 : 1) + query.sort.count }

    /// The name of the order. It is the same for two queries only if their rows and their order are the same.
    package var orderName: String {
        let (condition, values) = condition
        let directions = (query.section.map { [$0.isDescending] } ?? []) + query.sort.map(\.isDescending)
        let parameters = KeyCodec.encode(values, values.map { _ in .blob })
        return "\(codeSelection)\(condition) \(directions) \(query.section == nil) \(parameters)"
    }

    /// Selects the ``codes`` of the row that matches `row`, if it is in the list. The last parameters are those of
    /// `row`.
    package func code(where row: String) -> String {
        let condition = condition(ofOneRow: true).0
        return codeSelection + (condition.isEmpty ? " WHERE " : condition + " AND ") + "(\(row))"
    }

    private var codeSelection: String {
        let keys = RowLocator(table: table).keyColumns.map(name)
        let columns = (query.section.map { [$0.sql(name)] } ?? []) + query.sort.map { name($0.column) } + keys
        let named = columns.enumerated().map { "\($1) AS c\($0)" }
        return "SELECT \(named.joined(separator: ", ")) FROM \(table.name.quoted)"
    }

    /// Selects the query's values of one row, unless the query's rights hide it: it may have changed since the order
    /// was found.
    package func row(where condition: String) -> String {
        let rule = query.rights?.rows.map { " AND \($0.sql(of: table.name))" } ?? ""
        return "SELECT \(expressions) FROM \(table.name.quoted) WHERE (\(condition))\(rule)"
    }

    /// Selects the query's values of consecutive rows. The last two parameters are the number of rows and the first
    /// position.
    package var run: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return ("SELECT \(expressions) FROM \(table.name.quoted)\(condition)\(order) LIMIT ? OFFSET ?", values)
    }

    /// Selects the keys and the query's values of all rows in order.
    package var all: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        let columns = RowLocator(table: table).keyColumns.map(name) + [expressions]
        return ("SELECT \(columns.joined(separator: ", ")) FROM \(table.name.quoted)\(condition)\(order)", values)
    }

    /// Whether the list may omit rows of the table.
    package var isFiltered: Bool { !condition.0.isEmpty }

    /// Selects a 1 for every row of the list.
    package var each: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return ("SELECT 1 FROM \(table.name.quoted)\(condition)", values)
    }

    /// Selects the keys and the query's values of consecutive rows. The last two parameters are the number of rows and
    /// the first position.
    package var glimpse: (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        let keys = RowLocator(table: table).keyColumns.map(name).joined(separator: ", ")
        return ("SELECT \(keys), \(expressions) FROM \(table.name.quoted)\(condition)\(order) LIMIT ? OFFSET ?", values)
    }

    /// Selects the distinct values of a column.
    package func values(of column: String) -> (sql: String, values: [SQLValue]) {
        let (condition, values) = condition
        return (
            "SELECT DISTINCT \(name(column)) FROM \(table.name.quoted)\(condition) ORDER BY \(name(column))", values
        )
    }

    /// Selects expressions from the rows of the list that also match `more`, whose parameters are the last.
    package func select(_ columns: String, and more: String? = nil, end: String = "") -> String {
        let condition = condition.0
        let word = condition.isEmpty ? " WHERE " : " AND "
        return "SELECT \(columns) FROM \(table.name.quoted)\(condition)" + (more.map { "\(word)(\($0))" } ?? "") + end
    }

    /// Selects the label of the row that a value of a foreign key's only column refers to. The value is the parameter.
    package func label(_ key: ForeignKey, ofValueIn column: String) -> String {
        "SELECT \(label(key)) FROM (SELECT ? AS \(column.quoted)) AS \(table.name.quoted)"
    }

    private var expressions: String {
        guard !query.isDigested else { return table.columns.map { name($0.name) }.joined(separator: ", ") }
        let keys = zip(query.labels, query.parents).flatMap(parentKey)
        let referred = query.referred.map { ofParent("\(parent).\($0.column.quoted)", $0.key) }
        let all =
            query.columns.map(expression) + query.labels.map(label) + keys + referred + query.computed.map(computed)
        return all.isEmpty ? "NULL" : all.joined(separator: ", ")
    }

    private func computed(_ value: ComputedValue) -> String {
        switch value {
        case .condition(let condition): condition.sql(naming: name)
        case .sql(let sql): "(\(sql))"
        }
    }

    private func expression(_ column: String) -> String {
        let expression = shortened(column)
        guard let rule = query.rights?.columns[ExactName(column)] else { return expression }
        return "CASE WHEN \(rule.sql(of: table.name)) THEN \(expression) END"
    }

    private func shortened(_ column: String) -> String {
        let name = name(column)
        guard let limit = query.textLimit, let column = table.column(named: column) else { return name }
        switch column.affinity {
        case .integer, .real: return name
        case .text, .numeric, .blob:
            return "CASE WHEN typeof(\(name)) = 'text' AND length(\(name)) > \(limit) "
                + "THEN substr(\(name), 1, \(limit)) || '…' ELSE \(name) END"
        }
    }

    /// Returns the expression for the title of the row that a foreign key points to; NULL if it does not exist.
    private func label(_ key: ForeignKey) -> String {
        guard let titles = query.titles[ExactName(key.parentTable)] else { return "NULL" }
        let title =
            titles.isEmpty
            ? "''" : titles.map { "coalesce(\(parent).\($0.quoted), '')" }.joined(separator: " || ' ' || ")
        return ofParent("substr(trim(\(title)), 1, 200)", key)
    }

    /// Returns the expressions for the key of the row that a foreign key points to.
    private func parentKey(_ key: ForeignKey, _ table: Table?) -> [String] {
        (table?.keyColumns ?? []).map { ofParent("\(parent).\($0.quoted)", key) }
    }

    /// Returns the condition that a foreign key is NULL, or points to a row that meets a condition.
    func reference(_ key: ForeignKey, to condition: Expression) -> String {
        let match = zip(key.parentColumns, key.columns).map { "\(parent).\($0.quoted) = \(name($1))" }
        let nulls = key.columns.map { "\(name($0)) IS NULL" }.joined(separator: " OR ")
        return "(\(nulls) OR EXISTS (SELECT 1 FROM \(key.parentTable.quoted) AS \(parent) "
            + "WHERE \((match + [condition.sql(of: parentName)]).joined(separator: " AND "))))"
    }

    /// Returns a column of the table, or under a path. The table's name precedes a column: SQLite would read a missing
    /// column as a text otherwise. A selected value has no collation, so that of the path's column is added.
    package func name(_ path: String) -> String {
        guard let referred = table.referredColumn(path), let column = table.column(atPath: path) else {
            return "\(table.name.quoted).\(path.quoted)"
        }
        let value = ofParent("\(parent).\(referred.column.quoted)", referred.key)
        return column.collation == "BINARY" ? value : "(\(value) COLLATE \(column.collation.quoted))"
    }

    private func ofParent(_ expression: String, _ key: ForeignKey) -> String {
        let match = zip(key.parentColumns, key.columns).map {
            "\(parent).\($0.quoted) = \(name($1))"
        }
        let rule = query.rights?.parents[ExactName(key.parentTable)].map { [$0.sql(of: parentName)] } ?? []
        return "(SELECT \(expression) FROM \(key.parentTable.quoted) AS \(parent) "
            + "WHERE \((match + rule).joined(separator: " AND ")) LIMIT 1)"
    }

    /// The alias of the parent row's table. It begins with this table's name, so that it cannot be the same.
    private var parent: String { parentName.quoted }

    private var parentName: String { table.name + "'s parent" }

    private var order: String {
        let section = query.section.map { "\($0.sql(name)) COLLATE BINARY\($0.isDescending ? " DESC" : "")" }
        let terms =
            (section.map { [$0] } ?? []) + query.sort.map { name($0.column) + ($0.isDescending ? " DESC" : "") }
            + RowLocator(table: table).keyColumns.map(name)
        return terms.isEmpty ? "" : " ORDER BY " + terms.joined(separator: ", ")
    }
}
