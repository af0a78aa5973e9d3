import Lists
import Synchronization

/// The room for the temporary files of exports: a limit for each, and a limit for all. Thread-safe.
package final class SpoolRoom: Sendable {
    private let limit: Int
    private let total: Int
    private let taken = Mutex(0)

    /// Creates room for `total` bytes in all files, and for `limit` bytes in each file.
    package init(limit: Int, total: Int) {
        self.limit = limit
        self.total = total
    }

    /// Reserves room for more bytes of a file that has `size` bytes.
    ///
    /// - Throws: ``StoreError/exportTooLarge(limit:setting:)`` if there is no room. In that case, nothing is reserved.
    func take(_ count: Int, beyond size: Int) throws(StoreError) {
        guard size + count <= limit else { throw .exportTooLarge(limit: limit, setting: "spoolLimit") }
        let isTaken = taken.withLock { taken in
            guard taken + count <= total else { return false }
            taken += count
            return true
        }
        if !isTaken { throw .exportTooLarge(limit: total, setting: "spoolTotal") }
    }

    /// Releases the room of `count` bytes.
    func give(back count: Int) { taken.withLock { $0 -= count } }
}
