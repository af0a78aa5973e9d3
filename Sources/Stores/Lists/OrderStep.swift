import Changes

/// How the order of a list became another.
struct OrderStep {
    /// The order now.
    let present: Ordering
    /// What left, came and moved.
    let difference: ListDifference
    /// The positions now of the rows that were looked at again; `nil` when any row may show something else.
    let placed: Set<Int>?
}
