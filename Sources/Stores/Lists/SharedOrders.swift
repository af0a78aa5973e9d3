/// Orders that several lists have in common, so that a row is looked for once for all of them, and their memory is one.
///
/// An order is kept while a list has it; it is as old as the last list that asked for it.
final class SharedOrders {
    private struct Shared {
        /// The last step, and the numbers of the commits that it leads from and to.
        var step: OrderStep?
        var from: Int64?
        var to: Int64
        var ordering: Ordering
    }

    private var orders: [String: Shared] = [:]

    /// Forgets all orders but those of these names.
    func keep(_ names: Set<String>) {
        orders = orders.filter { names.contains($0.key) }
    }

    /// Notes an order that was found.
    func note(_ ordering: Ordering, as name: String, at position: Int64) {
        orders[name] = Shared(step: nil, from: nil, to: position, ordering: ordering)
    }

    /// Notes the step of an order.
    func note(_ step: OrderStep, as name: String, from: Int64?, to: Int64) {
        orders[name] = Shared(step: step, from: from, to: to, ordering: step.present)
    }

    /// The order after the commit of this number, if a list has it.
    func ordering(_ name: String, at position: Int64) -> Ordering? {
        orders[name].flatMap { $0.to == position ? $0.ordering : nil }
    }

    /// The step from one commit to another, if another list has taken it.
    func step(_ name: String, from: Int64?, to: Int64) -> OrderStep? {
        orders[name].flatMap { $0.from == from && $0.to == to ? $0.step : nil }
    }
}
