import Changes
import Loop
import Tables

/// One reading of a list by its store.
package struct ListReading: Sendable {
    let query: Query
    /// The tables that were read, as far as they are known.
    let tables: [String]
    /// How long it took.
    package let time: Duration

    /// Called after each reading of a list of any store.
    @SceneActor package static var onReading: (@SceneActor (ListReading) -> Void)?

    /// The fields of a log line: the table and the names of columns, never values.
    package var outline: [String: String] {
        let filters = Set(query.filters.flatMap(\.namedColumns)).sorted()
        let sort = query.sort.map { ($0.isDescending ? "-" : "") + $0.column }
        let parts = [
            "table": query.tableName.isEmpty ? tables.joined(separator: ",") : query.tableName,
            "kind": kind, "sort": sort.joined(separator: ","), "section": query.section?.source ?? "",
            "filters": filters.joined(separator: ","), "searches": query.searchesTexts ? "yes" : "",
        ]
        return parts.filter { !$0.value.isEmpty }
    }

    /// The kind of what is not a list of rows.
    private var kind: String {
        switch query.subject {
        case .rows: ""
        case .counts: "index of tables"
        case .digest: "digest"
        case .values: "values"
        case .totals: "totals"
        case .sql: "query"
        }
    }
}
