import Changes

/// What the words of a visitor may cost: everything that a route selects, sorts and searches a list by, and what a value may
/// be that is read for it. The time is that of ``StoreConfiguration/queryTimeout``.
public struct QueryBudget: Sendable, Equatable {
    /// The longest text that is searched for, in bytes of UTF-8.
    public var patternLimit = 1_024
    /// How many terms there may be: columns that are searched, filters, values of `in`, and columns to sort by.
    public var termLimit = 32
    /// The largest value, and the largest row, that SQLite reads or writes, in bytes.
    public var valueLimit = 64 << 20

    /// The defaults.
    public init() {}
}

extension QueryBudget {
    /// Why a query costs too much, in a sentence; `nil` if it does not. Filters that an app writes in Swift count for nothing,
    /// but for the texts that they search for.
    public func fault(of query: Query) -> String? {
        let searches = query.search.map { [Filter.search($0)] } ?? []
        let filters = query.filters + searches
        if let length = filters.map(\.patternLength).max(), length > patternLimit {
            return "The text to search for has \(length) bytes; patternLimit in the settings allows \(patternLimit)."
        }
        return fault(ofCount: filters.reduce(query.sort.count) { $0 + $1.termCount })
    }

    /// Why so many terms are too many, in a sentence; `nil` if they are not.
    public func fault(ofCount count: Int) -> String? {
        guard count > termLimit else { return nil }
        return
            "The list is selected by \(count) terms (columns searched, filters, values of \"in\", columns to sort by); "
            + "termLimit in the settings allows \(termLimit)."
    }
}

extension Query {
    /// Whether texts are searched: that takes as long as the texts are, and is no work for a connection that writes.
    var searchesTexts: Bool { search != nil || filters.contains(where: \.searchesTexts) }
}

extension Filter {
    /// The different values that `in` has in a route.
    static func values(among text: String) -> [String] {
        var seen: Set<RowName> = []
        let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        return parts.map { String(Substring($0)) }.filter { seen.insert(RowName($0)).inserted }
    }

    fileprivate var termCount: Int {
        switch condition {
        case .route(_, .among, let text): Self.values(among: text).count
        case .route: 1
        case .search(_, let columns): max(1, columns.count)
        case .value, .column: 0
        case .any(let filters), .all(let filters): filters.reduce(0) { $0 + $1.termCount }
        }
    }

    fileprivate var patternLength: Int {
        switch condition {
        case .route(_, .contains, let text), .route(_, .starts, let text), .search(let text, _): text.utf8.count
        case .route, .value, .column: 0
        case .any(let filters), .all(let filters): filters.map(\.patternLength).max() ?? 0
        }
    }

    fileprivate var searchesTexts: Bool {
        switch condition {
        case .route(_, .contains, _), .route(_, .starts, _), .search: true
        case .route, .value, .column: false
        case .any(let filters), .all(let filters): filters.contains(where: \.searchesTexts)
        }
    }
}
