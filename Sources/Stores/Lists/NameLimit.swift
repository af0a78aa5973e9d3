import CSQLite

/// How many rows a list may have that is not kept in order, such as that of a view.
///
/// Such a list is read as a whole, and each row's name takes some 60 bytes meanwhile. A query that never ends would take
/// gigabytes before `queryTimeout` ends it.
enum NameLimit {
    private static let rows = 4_000_000

    /// - Throws: If no more may be added to so many.
    static func check(_ count: Int) throws(SQLFailure) {
        guard count >= rows else { return }
        throw SQLFailure(code: SQLITE_TOOBIG, message: "it has more than 4,000,000 rows, and no key to order them by")
    }
}
