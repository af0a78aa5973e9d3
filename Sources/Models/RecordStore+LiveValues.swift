import Stores
import Tables
import ViewModels

extension RecordStore {
    /// Returns the number of rows that meet conditions, kept current: for ``Live``. It is 0 before they are counted.
    /// Rows of a list over ``StoreConfiguration/listLimit`` are not.
    ///
    /// - Complexity: As for ``list(_:columns:where:search:sort:by:section:makeItem:)`` with one displayed row: 32 bytes
    ///   of memory a row that counts, and O(log rows) for each row that a commit touches.
    public func count(_ table: String, where filters: [Filter] = [], search: String = "") -> LiveValue<Int> {
        var query = Query(table: table, columns: [])
        query.filters = filters
        query.search = search.isEmpty ? nil : search
        return LiveValue(0, of: query, in: self) { $0.isCounted ? $0.count : nil }
    }
}

extension Store {
    /// Returns the first value of a query, kept current: for ``Live``. It is `nil` before the first read, for NULL, and
    /// without a row.
    ///
    ///     _revenue = Live(store.value("SELECT sum(Total) AS Revenue FROM Invoice", "Revenue", as: Double.self))
    ///
    /// - Parameter column: The column of the result.
    /// - Complexity: A commit that touches a table of the query costs one run of it, off the loop.
    public func value<Value: ColumnValue & OutputValue>(
        _ sql: String, _ column: String, parameters: [(any ColumnValue)?] = [], as type: Value.Type = Value.self
    ) -> LiveValue<Value?> {
        LiveValue(nil, of: .sql(sql, columns: [column], key: [], parameters: parameters), in: self) { results in
            .some(results.count > 0 ? results.element(at: 0)?[column] : nil)
        }
    }
}
