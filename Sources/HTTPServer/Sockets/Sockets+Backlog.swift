import Loop

extension Sockets {
    /// What waits to be sent.
    package struct Backlog {
        /// The sockets that have something waiting.
        package var sockets = 0
        /// The bytes of all of them.
        package var bytes = 0
        /// The bytes of the one with the most.
        package var largest = 0
    }

    /// What waits to be sent now. O(sockets).
    package var backlog: Backlog {
        var backlog = Backlog()
        for slot in slots where slot.queue.count > 0 {
            backlog.sockets += 1
            backlog.bytes += slot.queue.count
            backlog.largest = max(backlog.largest, slot.queue.count)
        }
        return backlog
    }
}
