/// The changes of a list in one step: a value, in batch coordinates (see ``Change``).
///
///     let changes: ChangeSet = [
///         .rowDeleted(IndexPath(section: 0, row: 2)), .rowInserted(IndexPath(section: 0, row: 0)),
///     ]
///     try changes.apply(to: [["a", "b", "c"]], new: [["x", "a", "b"]])   // [["x", "a", "b"]]
///
/// Observers never modify a change set; composed lists map it with ``offset(sections:rows:)``.
public struct ChangeSet: Hashable, Sendable {
    /// The changes. Their order has no meaning for the list, but equal change sets have the same order.
    public var changes: [Change]

    /// Creates a change set of these changes.
    public init(_ changes: [Change] = []) {
        self.changes = changes
    }

    /// Whether there are no changes.
    public var isEmpty: Bool { changes.isEmpty }

    /// Returns the same changes for a list in which this list starts further on; `nil` when any position would be
    /// before the start of that list. O(changes).
    public func offset(sections: Int = 0, rows: Int = 0) -> ChangeSet? {
        var shifted: [Change] = []
        shifted.reserveCapacity(changes.count)
        for change in changes {
            guard let change = change.offset(sections: sections, rows: rows) else { return nil }
            shifted.append(change)
        }
        return ChangeSet(shifted)
    }
}

extension ChangeSet: ExpressibleByArrayLiteral {
    /// Creates a change set of these changes.
    public init(arrayLiteral elements: Change...) {
        self.init(elements)
    }
}

extension ChangeSet: CustomStringConvertible {
    /// The changes' descriptions, one after another.
    public var description: String { "[" + changes.map(\.description).joined(separator: ", ") + "]" }
}
