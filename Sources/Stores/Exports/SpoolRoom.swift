import Synchronization

/// The room for the temporary files of exports: so much for one, and so much for all. Any thread may ask.
final class SpoolRoom: Sendable {
    private let limit: Int
    private let total: Int
    private let taken = Mutex(0)

    /// Room for `total` bytes, of which one file takes `limit` at most.
    init(limit: Int, total: Int) {
        self.limit = limit
        self.total = total
    }

    /// Takes room for more bytes of a file that has `size` bytes.
    ///
    /// - Throws: That there is none; nothing is taken then.
    func take(_ count: Int, beyond size: Int) throws(StoreError) {
        guard size + count <= limit else { throw .exportTooLarge(limit: limit, setting: "spoolLimit") }
        let isTaken = taken.withLock { taken in
            guard taken + count <= total else { return false }
            taken += count
            return true
        }
        if !isTaken { throw .exportTooLarge(limit: total, setting: "spoolTotal") }
    }

    /// Gives the room of a file back.
    func give(back count: Int) { taken.withLock { $0 -= count } }
}
