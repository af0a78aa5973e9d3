import Changes
import Tables

/// The way in which the order of a list is found and followed, over a source of an engine.
protocol ListOrder: AnyObject {
    /// How the list is kept current.
    var basis: ListBasis { get }
    /// The positions of the columns whose former values are useful, by table.
    var interests: [ExactName: Set<Int>] { get }
    /// The changes that may concern the list.
    var concern: ListConcern { get }
    /// The memory of the groups, in bytes; zero for other orders.
    var groupBytes: Int { get }

    /// Discards results that were kept from one state to the next, because the changes since are unknown.
    func forget()
    /// Finds the order of all rows. `former` is an earlier one, and `room` the most bytes that groups may take.
    func find(after former: Ordering?, at pace: ScanPace?, within room: Int) throws(ScanError) -> Ordering
    /// Returns how changes affect an order. `known` is the step, if another list has already computed it.
    func progress(
        from ordering: Ordering, _ changes: RowChanges, known: OrderStep?
    ) throws(ScanError) -> OrderProgress
    /// Returns the rows at some positions. May omit rows that are gone.
    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row]
}

extension ListOrder {
    var groupBytes: Int { 0 }
}

/// The effect of changes on an order.
enum OrderProgress {
    /// The changes do not concern the list.
    case none
    case to(OrderStep)
    /// The changes require a scan of all rows.
    case anywhere
}
