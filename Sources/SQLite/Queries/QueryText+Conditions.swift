import Changes
import Tables

extension QueryText {
    /// The condition that selects the rows of the list, and its parameters.
    package var condition: (String, [SQLValue]) { condition(ofOneRow: false) }

    /// Returns the condition and its parameters. For a statement about one row, a full-text index is queried for that
    /// row alone.
    package func condition(ofOneRow: Bool) -> (String, [SQLValue]) {
        var parts = query.filters.map { condition($0, ofOneRow) }
        if let search = query.search { parts.append(self.search(search, [], ofOneRow)) }
        if let rows = query.rights?.rows { parts.append((rows.sql(of: table.name), [])) }
        if let keys = query.keys {
            let found = keys.compactMap { RowLocator(table: table).condition(for: $0) }
            parts.append((Self.nested(found.map { "(\($0.sql))" }[...], "OR"), found.flatMap(\.values)))
        }
        guard !parts.isEmpty else { return ("", []) }
        return (" WHERE " + Self.nested(parts.map(\.0)[...], "AND"), parts.flatMap(\.1))
    }

    /// The full-text index that selects the rows of the list, if any.
    package var searchIndex: SearchIndex? {
        guard let index = table.searchIndex else { return nil }
        let searches = query.filters.flatMap(\.searches) + (query.search.map { [($0, [])] } ?? [])
        return searches.contains { match($0.0, in: $0.1, by: index) != nil } ? index : nil
    }

    /// Whether the query searches texts, for which every row is scanned.
    package var isTextSearch: Bool {
        searchIndex == nil && (query.search != nil || query.filters.contains(where: \.isTextSearch))
    }

    private func condition(_ filter: Filter, _ ofOneRow: Bool) -> (String, [SQLValue]) {
        switch filter.condition {
        case .value(let column, let value): return ("\(name(column)) = ?", [value])
        case .same(let column, let value): return ("\(name(column)) IS ?", [value])
        case .among(let column, let values):
            return ("\(name(column)) IN (\(values.map { _ in "?" }.joined(separator: ", ")))", values)
        case .column(let column, let test): return condition(name(column), test)
        case .route(let column, let comparison, let text): return condition(column, comparison, text)
        case .search(let text, let columns): return search(text, columns, ofOneRow)
        case .any(let filters): return joined(filters, "OR", ofOneRow)
        case .all(let filters): return filters.isEmpty ? ("1", []) : joined(filters, "AND", ofOneRow)
        case .rule(let condition): return (condition.sql(naming: name), [])
        case .reference(let key, let condition): return (reference(key, to: condition), [])
        }
    }

    private func condition(_ name: String, _ test: Filter.ColumnTest) -> (String, [SQLValue]) {
        switch test {
        case .isNot(let value): return ("\(name) IS NOT ?", [value])
        case .isWithin(let lower?, let upper?): return ("\(name) BETWEEN ? AND ?", [lower, upper])
        case .isWithin(let lower?, nil): return ("\(name) >= ?", [lower])
        case .isWithin(nil, let upper?): return ("\(name) <= ?", [upper])
        case .isWithin(nil, nil): return ("1", [])
        case .isLess(let value): return ("\(name) < ?", [value])
        case .refers(let value, let parent):
            let isCast = parent.affinity != .blob && value != .null
            let bound = isCast ? "CAST(? AS \(parent.affinity.name))" : "?"
            return ("\(name) = \(bound) COLLATE \(parent.collation.quoted)", [value])
        }
    }

    private func joined(_ filters: [Filter], _ word: String, _ ofOneRow: Bool) -> (String, [SQLValue]) {
        let parts = filters.map { condition($0, ofOneRow) }
        return (Self.nested(parts.map { "(\($0.0))" }[...], word), parts.flatMap(\.1))
    }

    private func condition(_ column: String, _ comparison: Comparison, _ text: String) -> (String, [SQLValue]) {
        let name = name(column)
        let reader = FilterReader(of: table.column(atPath: column))
        switch comparison {
        case .equal: return equality(name, reader.values(text))
        case .among:
            return equality(name, Filter.values(among: text).flatMap(reader.values))
        case .other:
            let values = reader.values(text)
            let parts = values.map { _ in "\(name) IS NOT ?" }
            return (parts.joined(separator: " AND "), values)
        case .contains, .starts:
            return (TextComparison.condition(name, isStart: comparison == .starts), [.text(text)])
        case .greater: return ("\(name) > ?", [reader.bound(text)])
        case .greaterOrEqual: return ("\(name) >= ?", [reader.bound(text)])
        case .less: return ("\(name) < ?", [reader.bound(text)])
        case .lessOrEqual: return ("\(name) <= ?", [reader.bound(text)])
        }
    }

    private func equality(_ name: String, _ all: [SQLValue]) -> (String, [SQLValue]) {
        let values = all.filter { $0 != .null }
        let null = values.count == all.count ? nil : "\(name) IS NULL"
        guard !values.isEmpty else { return (null ?? "0", []) }
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        let sql = values.count == 1 ? "\(name) = ?" : "\(name) IN (\(marks))"
        return (null.map { "(\($0) OR \(sql))" } ?? sql, values)
    }
}

extension QueryText {
    private func search(_ text: String, _ columns: [String], _ ofOneRow: Bool) -> (String, [SQLValue]) {
        if let index = table.searchIndex, let match = match(text, in: columns, by: index) {
            let (index, row) = (index.name.quoted, name(index.rowColumn))
            let sql =
                ofOneRow
                ? "EXISTS (SELECT 1 FROM \(index) WHERE \(index) MATCH ? AND \(index).rowid = \(row))"
                : "\(row) IN (SELECT \(index).rowid FROM \(index) WHERE \(index) MATCH ?)"
            return (sql, [.text(match)])
        }
        let conditions = TextComparison.conditions(anyOf: (columns.isEmpty ? searched : columns).map(name))
        return (Self.nested(conditions[...], "OR"), conditions.map { _ in .text(text) })
    }

    /// Returns the query of a full-text index for a text. A search without columns covers those that the query's rights
    /// allow.
    private func match(_ text: String, in columns: [String], by index: SearchIndex) -> String? {
        guard columns.isEmpty, let rights = query.rights else { return index.match(text, in: columns) }
        let allowed = rights.searched.filter { name in index.columns.contains { $0.isSameName(as: name) } }
        return allowed.isEmpty ? nil : index.match(text, in: allowed)
    }

    /// The columns of text; in a table without any, all columns that are not binary.
    private var searched: [String] {
        let columns = table.columns.filter { column in
            !column.isHidden && query.rights?.searched.contains { ExactName($0) == ExactName(column.name) } ?? true
        }
        let texts = columns.filter { $0.affinity == .text || $0.valueKind == .any }
        return (texts.isEmpty ? columns.filter { $0.valueKind != .blob } : texts).map(\.name)
    }

    /// Joins terms with a word, nested by halves, because SQLite rejects an expression of more than 1,000 levels.
    private static func nested(_ terms: ArraySlice<String>, _ word: String) -> String {
        guard terms.count > 1 else { return terms.first ?? "0" }
        let middle = terms.startIndex + terms.count / 2
        return "(\(nested(terms[..<middle], word)) \(word) \(nested(terms[middle...], word)))"
    }
}

extension Filter {
    /// Whether only rows in which a text is found match.
    fileprivate var isTextSearch: Bool {
        switch condition {
        case .search, .route(_, .contains, _), .route(_, .starts, _): true
        case .any(let filters): !filters.isEmpty && filters.allSatisfy(\.isTextSearch)
        case .all(let filters): filters.contains(where: \.isTextSearch)
        case .route, .value, .same, .among, .column, .rule, .reference: false
        }
    }

    /// The searches in the filter: a text, and the named columns.
    fileprivate var searches: [(String, [String])] {
        switch condition {
        case .search(let text, let columns): [(text, columns)]
        case .any(let filters), .all(let filters): filters.flatMap(\.searches)
        case .route, .value, .same, .among, .column, .rule, .reference: []
        }
    }
}
