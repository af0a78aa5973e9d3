import Tables

/// One reading of a list by its store.
package struct ListReading: Sendable {
    let query: Query
    /// How long it took.
    package let time: Duration

    /// What was read, without values: the table, and the columns by which the list is sorted, searched and filtered.
    package var outline: [String: String] {
        var parts = ["table": query.tableName]
        parts["sort"] = query.sort.map { ($0.isDescending ? "-" : "") + $0.column }.joined(separator: ",")
        parts["section"] = query.section?.column
        parts["filters"] = query.filters.flatMap(\.namedColumns).joined(separator: ",")
        parts["searches"] = query.searchesTexts ? "yes" : ""
        switch query.subject {
        case .rows: break
        case .counts: parts["kind"] = "index of tables"
        case .digest: parts["kind"] = "digest"
        case .values: parts["kind"] = "values"
        case .totals: parts["kind"] = "totals"
        case .sql: parts["kind"] = "query"
        }
        return parts.filter { !$0.value.isEmpty }
    }
}
