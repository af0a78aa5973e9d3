import Tables

/// A prepared query.
package protocol QuerySource: AnyObject {
    /// The tables that the query reads, sorted; `nil` for any table.
    var tablesRead: [String]? { get }
    /// Returns whether changes may concern the result.
    func isTouched(by changes: RowChanges) throws(ScanError) -> Bool
}
