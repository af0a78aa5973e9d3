import Changes
import PostgreSQL
import Tables

/// A query of a table or view as PostgreSQL's SQL. Values are literals without a type, so that a statement can be part
/// of `COPY`.
struct QueryText {
    let table: Table
    let query: Query
    let catalogue: Catalogue

    init(table: Table, query: Query, in catalogue: Catalogue) {
        (self.table, self.query, self.catalogue) = (table, query, catalogue)
    }

    /// The columns that identify a row.
    var keys: [String] { RowLocator(table: table).keyColumns }

    /// The table, as the statement names it once.
    var source: String { catalogue.source(table.name) }

    /// Returns a column with the name of its table, or the column under a path.
    func name(_ path: String) -> String {
        guard let referred = table.referredColumn(path) else { return "\(table.name.quoted).\(path.quoted)" }
        return ofParent("\(parentAlias).\(referred.column.quoted)", referred.key)
    }

    /// The type of a column, or of the column under a path; text for an unknown one.
    func type(of path: String) -> ColumnType {
        let referred = table.referredColumn(path)
        let owner = referred.map { catalogue.schema.table(named: $0.key.parentTable) } ?? table
        let place = owner?.place(ofColumn: referred?.column ?? path)
        return owner.flatMap { owner in place.flatMap { catalogue.type(of: owner, $0) } }
            ?? ColumnType(id: 25, labels: [])
    }

    /// Selects expressions from the rows of the list, which also meet `more`.
    func select(_ expressions: String, and more: String? = nil, end: String = "") -> String {
        let parts = conditions + (more.map { [$0] } ?? [])
        let condition = parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND ")
        return "SELECT \(expressions) FROM \(source)\(condition)\(end)"
    }

    /// Selects the keys and the query's values of all rows in order; for rows without a key, all their columns.
    var rows: String {
        let selected = keys.isEmpty ? [shown] : keys.map(name) + [shown]
        return select(selected.joined(separator: ", "), end: order)
    }

    /// Selects the keys of all rows in order; for rows without a key, all their columns.
    var names: String {
        select((keys.isEmpty ? table.columns.map(\.name) : keys).map(name).joined(separator: ", "), end: order)
    }

    /// Returns an expression whose binary form compares as the column does: an enumeration by the place of its value.
    func code(_ column: String) -> String {
        let labels = type(of: column).labels
        guard !labels.isEmpty else { return name(column) }
        let all = labels.map(\.postgresQuoted).joined(separator: ", ")
        return "array_position(ARRAY[\(all)]::text[], \(name(column))::text)"
    }

    /// The value of a row's section: a number, a truth, one of an enumeration, or a text that is compared by its bytes.
    func value(of section: SectionTerm) -> String {
        guard let column = section.column ?? section.source else { return "(\(section.sql(name)))::text" }
        guard section.column != nil else { return "upper(left(ltrim(\(name(column))::text), 1))" }
        if type(of: section).isText { return name(column).printed }
        // 1.0 and 1.00 are one value, and print as one.
        let isTrimmed = type(of: section).id == 1700 && table.column(atPath: column)?.declaredType.last != ")"
        return isTrimmed ? "trim_scale(\(name(column)))" : name(column)
    }

    /// The code of a row's section, whose binary form compares as the value does.
    func code(of section: SectionTerm) -> String {
        section.column.map { type(of: $0).labels.isEmpty ? value(of: section) : code($0) } ?? value(of: section)
    }

    /// The type of a section's value.
    func type(of section: SectionTerm) -> ColumnType {
        let text = ColumnType(id: 25, labels: [])
        guard let type = section.column.map(type) else { return text }
        return type.affinity == .text && type.labels.isEmpty && type.id != 1700 ? text : type
    }

    /// The expressions of a row's values: the columns, the labels of foreign keys, the keys that these point to, and
    /// columns of the rows that they point to.
    var shown: String {
        guard !query.isDigested else { return "hashtextextended((\(table.name.quoted).*)::text, 0)" }
        let parents = zip(query.labels, query.parents).flatMap { key, parent in
            (parent?.keyColumns ?? []).map { ofParent("\(parentAlias).\($0.quoted)", key) }
        }
        let referred = query.referred.map { ofParent("\(parentAlias).\($0.column.quoted)", $0.key) }
        let all = query.columns.map(value) + query.labels.map(label) + parents + referred + query.computed.map(computed)
        return all.isEmpty ? "NULL" : all.joined(separator: ", ")
    }

    private func computed(_ value: ComputedValue) -> String {
        switch value {
        case .condition(let condition): rule(condition)
        case .sql(let sql): "(\(sql))"
        }
    }

    private func value(_ column: String) -> String {
        let value = shortened(column)
        return query.rights?.columns[ExactName(column)].map { "CASE WHEN \(rule($0)) THEN \(value) END" } ?? value
    }

    /// Returns a value whose texts are cut at the query's limit.
    private func shortened(_ column: String) -> String {
        let name = name(column)
        guard let limit = query.textLimit, type(of: column).isLong else { return name }
        return "CASE WHEN length(\(name)::text) > \(limit) THEN left(\(name)::text, \(limit)) || '…' "
            + "ELSE \(name)::text END"
    }

    /// Returns the title of the row that a foreign key points to; NULL if it does not exist.
    func label(_ key: ForeignKey) -> String {
        guard let titles = query.titles[ExactName(key.parentTable)] else { return "NULL" }
        let title =
            titles.isEmpty
            ? "''"
            : titles.map { "coalesce(\(parentAlias).\($0.quoted)::text, '')" }.joined(separator: " || ' ' || ")
        return ofParent("left(btrim(\(title)), 200)", key)
    }

    private func ofParent(_ expression: String, _ key: ForeignKey) -> String {
        let condition = query.rights.map { $0.parents[ExactName(key.parentTable)] ?? .all([]) }
        return "(SELECT \(expression)\(ofParent(key, meeting: condition)) LIMIT 1)"
    }

    /// Returns the condition that a foreign key is NULL, or points to a row that meets a condition.
    func reference(_ key: ForeignKey, to condition: Expression) -> String {
        let nulls = key.columns.map { "\(name($0)) IS NULL" }.joined(separator: " OR ")
        return "(\(nulls) OR EXISTS (SELECT 1\(ofParent(key, meeting: condition))))"
    }

    /// Selects the row that a foreign key points to, if it meets a condition.
    private func ofParent(_ key: ForeignKey, meeting condition: Expression?) -> String {
        let match = zip(key.parentColumns, key.columns).map { "\(parentAlias).\($0.quoted) = \(name($1))" }
        let rule = condition.map { condition in
            catalogue.schema.table(named: key.parentTable).map {
                RuleCondition(on: $0, as: parentAlias, in: catalogue)
            }.map { "\($0.sql(condition)) AND \($0.isOfTheSameTable)" } ?? "FALSE"
        }
        return " FROM \(catalogue.path(of: key.parentTable)) AS \(parentAlias) "
            + "WHERE \((match + (rule.map { [$0] } ?? [])).joined(separator: " AND "))"
    }

    /// Returns the condition of a rule on a row of the table.
    func rule(_ condition: Expression) -> String {
        RuleCondition(on: table, in: catalogue) { path in
            table.referredColumn(path).map { _ in ComparedColumn(name: name(path), type: type(of: path)) }
        }.sql(condition)
    }

    /// The condition that rights set for each row; `nil` if nothing limits the query.
    var rightsCondition: String? {
        query.rights.map { rights in
            let condition = RuleCondition(on: table, in: catalogue)
            return "\(condition.isOfTheSameTable) AND \(condition.sql(rights.rows ?? .all([])))"
        }
    }

    /// The alias of the parent row's table, which is not this table's name.
    private var parentAlias: String { (table.name == "parent" ? "the parent" : "parent").quoted }

    /// The order of the list, as the database sorts. Rows that are equal in it are ordered by their key, texts by their
    /// bytes.
    var order: String {
        let section = query.section.map { term in
            value(of: term) + (type(of: term).isText ? " COLLATE \"C\"" : "") + direction(term.isDescending)
        }
        let sort = query.sort.map { name($0.column) + direction($0.isDescending) }
        let all = (section.map { [$0] } ?? []) + sort + keys.map { name($0) + byBytes($0) }
        return all.isEmpty ? "" : " ORDER BY " + all.joined(separator: ", ")
    }

    private func direction(_ isDescending: Bool) -> String { isDescending ? " DESC" : "" }

    /// The collation that compares a column's texts by their bytes, where it is not the column's own.
    func byBytes(_ column: String) -> String {
        let type = type(of: column)
        return type.isText && type.order != .bytes ? " COLLATE \"C\"" : ""
    }
}

extension String {
    /// The value of an expression as the server prints it. A composite value with a NULL member is not
    /// `IS NOT NULL`, so that NULL is told by `IS DISTINCT FROM`. A cast to `text` is another text for some types, such as
    /// `inet`.
    var printed: String { "CASE WHEN \(self) IS DISTINCT FROM NULL THEN format('%s', \(self)) END" }
}
