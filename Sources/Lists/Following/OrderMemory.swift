import Synchronization

/// The memory of all orders that the lists of a store keep. A list whose order does not fit shows its rows without one.
final class OrderMemory: Sendable {
    private let limit: Int
    private let taken = Atomic<Int>(0)

    /// Creates an account of at most `limit` bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// The bytes that are left; less than zero if an order has grown beyond the limit.
    fileprivate var room: Int { limit - taken.load(ordering: .relaxed) }

    fileprivate func take(_ bytes: Int) { taken.add(bytes, ordering: .relaxed) }
}

/// The part of an ``OrderMemory`` that one order takes, until the share is destroyed.
struct OrderShare: ~Copyable {
    private let memory: OrderMemory
    private var bytes = 0

    /// Creates the share of an order without rows.
    init(of memory: OrderMemory) {
        self.memory = memory
    }

    /// The most bytes that the order may take now.
    var room: Int { max(0, memory.room + bytes) }

    /// Notes the present size of the order.
    mutating func hold(_ bytes: Int) {
        memory.take(bytes - self.bytes)
        self.bytes = bytes
    }

    deinit { memory.take(-bytes) }
}
