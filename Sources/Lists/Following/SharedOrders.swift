import Changes

/// An order that several lists share, so that a row is looked up once for all of them, and memory is used once. It is
/// as current as the last list that used it.
final class SharedOrder {
    private var ordering: Ordering? { didSet { share.hold(ordering?.byteCount ?? 0) } }
    /// The memory that the order takes.
    private(set) var share: OrderShare
    /// The last step, and the numbers of the commits before and after it.
    private var step: OrderStep?
    private var from: Int64?
    private var to: Int64?
    /// The number of lists that are followed in the order: while no change concerns them, it is current.
    var followers = 0
    /// The position of the last state whose changes concern the followers.
    var concernedAt: Int64?

    /// Creates an order that is not known yet.
    init(in memory: OrderMemory) {
        share = OrderShare(of: memory)
    }

    /// Stores an order that was found.
    func record(_ ordering: Ordering, at position: Int64) {
        (self.ordering, step, from, to) = (ordering, nil, nil, position)
    }

    /// Stores the step of an order.
    func record(_ step: OrderStep, from: Int64?, to: Int64) {
        (ordering, self.step, self.from, self.to) = (step.present, step, from, to)
    }

    /// Notes that the order is current if lists are followed in it, and no change concerns them.
    func advance(to position: Int64) {
        guard followers > 0, concernedAt != position, to != position else { return }
        (step, from, to) = (nil, nil, position)
    }

    /// Returns the order as of the commit of this number, if a list has found it.
    func ordering(at position: Int64) -> Ordering? { to == position ? ordering : nil }

    /// Returns the step between two commits, if another list has computed it.
    func step(from: Int64?, to: Int64) -> OrderStep? { self.from == from && self.to == to ? step : nil }
}

/// The orders that lists share, by name. An order is kept while a list uses it.
final class SharedOrders {
    /// The account of the memory that orders take. Orders that are not shared have a part of it, too.
    let memory: OrderMemory
    private var orders: [ExactName: (order: SharedOrder, users: Int)] = [:]

    /// Creates a collection without orders.
    init(in memory: OrderMemory) {
        self.memory = memory
    }

    /// Returns the order of this name, for one more list.
    func order(named name: ExactName) -> SharedOrder {
        let (order, users) = orders[name] ?? (SharedOrder(in: memory), 0)
        orders[name] = (order, users + 1)
        return order
    }

    /// Discards the order of this name if no other list uses it.
    func release(_ name: ExactName) {
        guard let (order, users) = orders[name] else { return }
        orders[name] = users > 1 ? (order, users - 1) : nil
    }

    /// Discards all orders.
    func removeAll() { orders = [:] }
}
