/// What happened to a list in one step: a value, in batch coordinates (see ``Change``).
///
///     let changes: ChangeSet = [.rowDeleted(IndexPath(section: 0, row: 2)), .rowInserted(IndexPath(section: 0, row: 0))]
///     try changes.apply(to: [["a", "b", "c"]], new: [["x", "a", "b"]])   // [["x", "a", "b"]]
///
/// A change set is never mutated as it travels; composed lists map it with ``offset(sections:rows:)``.
public struct ChangeSet: Hashable, Sendable {
    /// The changes. Their order means nothing to the list; two change sets are equal when it is the same.
    public var changes: [Change]

    /// A change set of these changes.
    public init(_ changes: [Change] = []) {
        self.changes = changes
    }

    /// Whether nothing happened.
    public var isEmpty: Bool { changes.isEmpty }

    /// The same changes in a list where this list starts further on, or `nil` when any of them would have a place
    /// before the start of that list: all are offset or none. O(changes).
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
    /// A change set of these changes.
    public init(arrayLiteral elements: Change...) {
        self.init(elements)
    }
}

extension ChangeSet: CustomStringConvertible {
    /// The changes' descriptions, one after another.
    public var description: String { "[" + changes.map(\.description).joined(separator: ", ") + "]" }
}
