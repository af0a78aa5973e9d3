import Changes

/// The limits on the text in a route: on all that selects, sorts and searches a list, and on the values that are read
/// for it. ``StoreConfiguration/queryTimeout`` limits the time.
public struct QueryBudget: Sendable, Equatable {
    /// The length limit of a search text, in bytes of UTF-8.
    public var patternLimit = 1_024
    /// The limit on the number of terms: columns that are searched, filters, values of `in`, and sort columns.
    public var termLimit = 32
    /// The size limit of a value and of a row that SQLite reads or writes, in bytes.
    public var valueLimit = 64 << 20

    /// Creates the default limits.
    public init() {}
}

extension QueryBudget {
    /// Returns why a query exceeds a limit, in a sentence, or `nil` if it does not. Of filters that an app writes in
    /// Swift, only the search texts count.
    public func fault(of query: Query) -> String? {
        let searches = query.search.map { [Filter.search($0)] } ?? []
        let filters = query.filters + searches
        if let length = filters.map(\.patternLength).max(), length > patternLimit {
            return "The search text has \(length) bytes; the limit (patternLimit) is \(patternLimit)."
        }
        return fault(ofCount: filters.reduce(query.sort.count) { $0 + $1.termCount })
    }

    /// Returns why this number of terms exceeds the limit, in a sentence, or `nil` if it does not.
    public func fault(ofCount count: Int) -> String? {
        guard count > termLimit else { return nil }
        return
            "The query has \(count) terms (columns searched, filters, values of \"in\", columns to sort by); "
            + "the limit (termLimit) is \(termLimit)."
    }
}

extension Query {
    /// Whether the query searches texts. That takes time in proportion to the texts, too long for a connection that
    /// writes.
    package var searchesTexts: Bool { search != nil || filters.contains(where: \.searchesTexts) }
}

extension Filter {
    /// Returns the distinct values of an `in` filter in a route.
    package static func values(among text: String) -> [String] {
        var seen: Set<ExactName> = []
        let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        return parts.map { String(Substring($0)) }.filter { seen.insert(ExactName($0)).inserted }
    }

    fileprivate var termCount: Int {
        switch condition {
        case .route(_, .among, let text): Self.values(among: text).count
        case .route: 1
        case .search(_, let columns): max(1, columns.count)
        case .value, .same, .among, .column, .rule, .reference: 0
        case .any(let filters), .all(let filters): filters.reduce(0) { $0 + $1.termCount }
        }
    }

    fileprivate var patternLength: Int {
        switch condition {
        case .route(_, .contains, let text), .route(_, .starts, let text), .search(let text, _): text.utf8.count
        case .route, .value, .same, .among, .column, .rule, .reference: 0
        case .any(let filters), .all(let filters): filters.map(\.patternLength).max() ?? 0
        }
    }

    fileprivate var searchesTexts: Bool {
        switch condition {
        case .route(_, .contains, _), .route(_, .starts, _), .search: true
        case .route, .value, .same, .among, .column, .rule, .reference: false
        case .any(let filters), .all(let filters): filters.contains(where: \.searchesTexts)
        }
    }
}
