import Synchronization

/// An immutable snapshot of a list's rows in order, as of one commit.
///
///     let before = OrderedSnapshot(builder.finish())
///     let after = before.edited(by: OrderedEdit(removed: [], inserted: [(entry, 0)]))
///     before.read { $0.key(at: 0) }   // as it was
///
/// There is one tree, which is edited in place. The newest snapshot owns it, and passes it to the snapshot that an edit
/// creates. So an edit copies nothing; a copy would take three times as long as the edit.
///
/// An older snapshot only has the edit that followed it. The first access undoes that edit in a copy of the newest
/// tree, which shares its nodes. This is rare, because displayed lists soon get the newest snapshot. It is also
/// bounded: after ``longest`` edited rows, a snapshot keeps its tree, and the next edit works on a copy.
///
/// Thread-safe. An access during an edit waits for it, which takes some microseconds, because positions are found
/// before.
final class OrderedSnapshot<Key: Hashable & Comparable & Sendable>: Sendable {
    private enum Content {
        /// The snapshot has the tree.
        case rows(OrderedRows<Key>)
        /// The tree was passed on by this edit.
        case passed(OrderedEdit<Key>, OrderedSnapshot)
    }

    /// The limit on the edited rows to undo, and to wait for.
    static var longest: Int { 64 }

    /// The number of rows.
    let count: Int
    private let content: Mutex<Content>
    /// The number of rows edited since the last snapshot that keeps its tree.
    private let distance: Int

    /// Creates a snapshot of rows that are not edited elsewhere.
    convenience init(_ rows: OrderedRows<Key>) {
        self.init(rows, distance: 0)
    }

    private init(_ rows: OrderedRows<Key>, distance: Int) {
        count = rows.count
        content = Mutex(.rows(rows))
        self.distance = distance
    }

    /// The rows as a value, for long use: the next edit copies the nodes that it changes. O(1) for the newest snapshot.
    var rows: OrderedRows<Key> { content.withLock { Self.rows(&$0) } }

    /// Gives brief access to the rows, and blocks edits meanwhile.
    func read<Value: Sendable>(_ body: (OrderedRows<Key>) -> Value) -> Value {
        content.withLock { body(Self.rows(&$0)) }
    }

    /// Returns the snapshot after an edit; this one stays as it is. O(m log n) for m rows.
    func edited(by edit: OrderedEdit<Key>) -> OrderedSnapshot {
        guard edit.count > 0 else { return self }
        guard distance + edit.count <= Self.longest else {
            var rows = rows
            rows.apply(edit)
            return OrderedSnapshot(rows)
        }
        return content.withLock { content in
            var rows = Self.rows(&content)
            content = .rows(OrderedRows())  // so that the tree is not shared
            rows.apply(edit)
            let next = OrderedSnapshot(rows, distance: distance + edit.count)
            content = .passed(edit, next)
            return next
        }
    }

    /// Returns the rows. An older snapshot gets its own tree.
    private static func rows(_ content: inout Content) -> OrderedRows<Key> {
        switch content {
        case .rows(let rows): return rows
        case .passed(let edit, let next):
            var rows = next.rows
            rows.apply(edit.inverse)
            content = .rows(rows)
            return rows
        }
    }
}
