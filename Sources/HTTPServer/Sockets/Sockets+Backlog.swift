import Loop

extension Sockets {
    /// The amount of unsent data.
    package struct Backlog {
        /// The number of sockets with unsent data.
        package var sockets = 0
        /// The unsent bytes of all sockets.
        package var bytes = 0
        /// The unsent bytes of the socket with the most.
        package var largest = 0
    }

    /// The unsent data now. O(sockets).
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
