import Changes
import Tables

/// A prepared query, by the way in which its list is kept current.
package enum ListSource {
    /// Rows of a table, each with a key and a sort code. A change costs as much as the rows that it touches.
    case keyed(any KeyedSource)
    /// Groups of a table's rows, with totals. A change costs as much as the rows that it touches.
    case groups(any GroupSource)
    /// Any other rows. All ids are read again after a change of a table that the query reads.
    case whole(any WholeSource)
}

/// A query whose rows have an order of their own, or no identity: of views, of SQL, of tables without a key.
package protocol WholeSource: QuerySource {
    /// Returns the ids of all rows, in order.
    func names() throws(ScanError) -> [ExactName]
    /// Returns the rows at some positions of an order that was read in the same state. May omit rows that are gone.
    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row]
    /// Brings results that the source keeps up to date; `nil` for unknown changes. Called before ``names()``.
    func follow(_ changes: RowChanges?) throws(ScanError)
}

extension WholeSource {
    package func follow(_ changes: RowChanges?) {}
}
