import Tables

/// Compares the length of a list whose order is to be found with the limits of a lane.
struct OrderLength {
    let source: any KeyedSource
    let state: any DatabaseState

    /// The last position of the first rows. Rows further down take about as long as the whole order.
    private static let firstRows = 5_000

    /// Returns whether displayed rows appear sooner when they are read before the order is found. The database finds
    /// the first rows of a long list without sorting the rest.
    func showsFirst(_ request: ListRequest) throws(ScanError) -> Bool {
        guard request.ordering == nil, !source.isTextSearch,
            let end = request.displayed.map(\.upperBound).max(), end <= Self.firstRows
        else { return false }
        return try isTooLong(for: .quick)
    }

    /// Returns whether the list has too many rows for its order to be found within these limits. Counts no further than
    /// the limit. A filter that takes too long to count by counts as too many rows.
    func isTooLong(for limits: ScanLimits) throws(ScanError) -> Bool {
        guard limits.rows < Int.max else { return false }
        // Without a search, the rows that match are counted at once: an index may find them, such as a row by its key.
        if source.isTextSearch || !source.isFiltered {
            guard try source.hasMore(than: limits.rows, isFiltered: false) else { return false }
            guard source.isFiltered else { return true }
        }
        do throws(ScanError) {
            return try state.within(limits.glimpse) { () throws(ScanError) in
                try source.hasMore(than: limits.rows, isFiltered: true)
            }
        } catch {
            guard case .tooSlow = error else { throw error }
            return true
        }
    }

    /// Returns whether the query must scan all rows, and there are more than the limit.
    func isScanTooLong(for limits: ScanLimits) throws(ScanError) -> Bool {
        guard limits.scanned < Int.max, source.isTextSearch || !source.isFiltered else { return false }
        return try source.hasMore(than: limits.scanned, isFiltered: false)
    }
}
