import Synchronization

/// The rows of a list in order as they are after one commit, for ever, while the order goes on.
///
///     let before = OrderedSnapshot(builder.finish())
///     let after = before.edited(by: OrderedEdit(removed: [], inserted: [(entry, 0)]))
///     before.read { $0.key(at: 0) }   // as it was
///
/// There is one tree, which is edited where it is: the newest snapshot has it, and leaves it to the one that an edit makes.
/// So an edit copies nothing, which would take three times as long as the edit. What an older snapshot knows is the edit
/// that led on from it: the first who asks has that undone in a copy of the newest tree, which shares its nodes. This is
/// rare, for who looks at a list is given the newest soon, and bounded: after ``longest`` edited rows the tree is left
/// behind for good, and what follows is edited in a copy.
///
/// Any thread may ask and edit. Who asks while an edit is under way waits for it, which takes some microseconds: where rows
/// belong is found before.
final class OrderedSnapshot<Key: Hashable & Comparable & Sendable>: Sendable {
    private enum Content {
        /// The tree.
        case rows(OrderedRows<Key>)
        /// The tree has gone on, by this edit.
        case passed(OrderedEdit<Key>, OrderedSnapshot)
    }

    /// So many edited rows are undone at most, and waited for at most.
    static var longest: Int { 64 }

    /// The number of rows.
    let count: Int
    private let content: Mutex<Content>
    /// How many rows were edited since the last snapshot that keeps its tree.
    private let distance: Int

    /// A snapshot of rows that nobody edits any more.
    convenience init(_ rows: OrderedRows<Key>) {
        self.init(rows, distance: 0)
    }

    private init(_ rows: OrderedRows<Key>, distance: Int) {
        count = rows.count
        content = Mutex(.rows(rows))
        self.distance = distance
    }

    /// The rows as a value, for a long look: the next edit copies what it changes. O(1) for the newest snapshot.
    var rows: OrderedRows<Key> { content.withLock { Self.rows(&$0) } }

    /// A short look at the rows, during which nobody edits them.
    func read<Value: Sendable>(_ body: (OrderedRows<Key>) -> Value) -> Value {
        content.withLock { body(Self.rows(&$0)) }
    }

    /// The rows after an edit; this snapshot stays as it is. O(m log n) for m rows.
    func edited(by edit: OrderedEdit<Key>) -> OrderedSnapshot {
        guard edit.count > 0 else { return self }
        guard distance + edit.count <= Self.longest else {
            var rows = rows
            rows.apply(edit)
            return OrderedSnapshot(rows)
        }
        return content.withLock { content in
            var rows = Self.rows(&content)
            content = .rows(OrderedRows())  // so that the tree is nobody else's
            rows.apply(edit)
            let next = OrderedSnapshot(rows, distance: distance + edit.count)
            content = .passed(edit, next)
            return next
        }
    }

    /// The rows; those of an older snapshot are its own from now on.
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
