extension Filter {
    /// The columns that the filter reads, or `nil` for a search that names no columns.
    package var columns: [String]? {
        switch condition {
        case .route(let column, _, _), .value(let column, _), .same(let column, _), .among(let column, _),
            .column(let column, _):
            [column]
        case .search(_, let columns): columns.isEmpty ? nil : columns
        case .rule(let condition): condition.columns
        case .reference(let key, _): key.columns
        case .any(let filters), .all(let filters):
            filters.reduce([]) { found, filter in found.flatMap { found in filter.columns.map { found + $0 } } }
        }
    }

    /// The columns that the filter and its parts name. A search without columns adds nothing.
    package var namedColumns: [String] {
        switch condition {
        case .any(let filters), .all(let filters): filters.flatMap(\.namedColumns)
        case .search(_, let columns): columns
        case .route, .value, .same, .among, .column, .rule, .reference: columns ?? []
        }
    }
}
