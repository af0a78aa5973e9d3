import Changes

/// An order that several lists share, so that a row is looked up once for all of them, and memory is used once. It is
/// as current as the last list that used it.
final class SharedOrder {
    private var ordering: Ordering?
    /// The last step, and the numbers of the commits before and after it.
    private var step: OrderStep?
    private var from: Int64?
    private var to: Int64?

    /// Stores an order that was found.
    func note(_ ordering: Ordering, at position: Int64) {
        (self.ordering, step, from, to) = (ordering, nil, nil, position)
    }

    /// Stores the step of an order.
    func note(_ step: OrderStep, from: Int64?, to: Int64) {
        (ordering, self.step, self.from, self.to) = (step.present, step, from, to)
    }

    /// Returns the order as of the commit of this number, if a list has found it.
    func ordering(at position: Int64) -> Ordering? { to == position ? ordering : nil }

    /// Returns the step between two commits, if another list has computed it.
    func step(from: Int64?, to: Int64) -> OrderStep? { self.from == from && self.to == to ? step : nil }
}

/// The orders that lists share, by name. An order is kept while a list uses it.
final class SharedOrders {
    private var orders: [ExactName: SharedOrder] = [:]

    /// Returns the order of this name.
    func order(named name: ExactName) -> SharedOrder {
        if let known = orders[name] { return known }
        let order = SharedOrder()
        orders[name] = order
        return order
    }

    /// Discards all orders except the orders with these names.
    func keep(_ names: Set<ExactName>) {
        orders = orders.filter { names.contains($0.key) }
    }
}
