import Changes

/// An order that several lists have in common, so that a row is looked for once for all of them, and their memory is one.
/// It is as old as the last list that asked for it.
final class SharedOrder {
    private var ordering: Ordering?
    /// The last step, and the numbers of the commits that it leads from and to.
    private var step: OrderStep?
    private var from: Int64?
    private var to: Int64?

    /// Notes an order that was found.
    func note(_ ordering: Ordering, at position: Int64) {
        (self.ordering, step, from, to) = (ordering, nil, nil, position)
    }

    /// Notes the step of an order.
    func note(_ step: OrderStep, from: Int64?, to: Int64) {
        (ordering, self.step, self.from, self.to) = (step.present, step, from, to)
    }

    /// The order after the commit of this number, if a list has it.
    func ordering(at position: Int64) -> Ordering? { to == position ? ordering : nil }

    /// The step from one commit to another, if another list has taken it.
    func step(from: Int64?, to: Int64) -> OrderStep? { self.from == from && self.to == to ? step : nil }
}

/// The orders that lists have in common, by what these are called. One is kept while a list has it.
final class SharedOrders {
    private var orders: [RowName: SharedOrder] = [:]

    /// The order of this name.
    func order(named name: RowName) -> SharedOrder {
        if let known = orders[name] { return known }
        let order = SharedOrder()
        orders[name] = order
        return order
    }

    /// Forgets all orders but those of these names.
    func keep(_ names: Set<RowName>) {
        orders = orders.filter { names.contains($0.key) }
    }
}
