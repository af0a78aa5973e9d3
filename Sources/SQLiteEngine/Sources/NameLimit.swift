import CSQLite
import SQLite

/// The limit on the rows of a list whose order is not updated row by row, such as the list of a view.
///
/// Such a list is read as a whole, and each row's name takes about 60 bytes meanwhile. An endless query would take
/// gigabytes before `queryTimeout` ends it.
enum NameLimit {
    private static let rows = 4_000_000

    /// Checks whether a row may be added to this number of rows.
    ///
    /// - Throws: If the limit is reached.
    static func check(_ count: Int) throws(SQLFailure) {
        guard count >= rows else { return }
        throw SQLFailure(code: SQLITE_ERROR, message: "a list without a key to order by is limited to 4,000,000 rows")
    }
}
