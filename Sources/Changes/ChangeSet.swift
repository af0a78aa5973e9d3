/// What happened to a list in one step: a value, in batch coordinates (see ``Change``).
///
/// A change set is never mutated as it travels; composed lists map it with ``offset(sections:rows:)``.
public struct ChangeSet: Hashable, Sendable {
    /// The changes, in no order that means anything.
    public var changes: [Change]

    /// A change set of these changes.
    public init(_ changes: [Change] = []) {
        self.changes = changes
    }

    /// Whether nothing happened.
    public var isEmpty: Bool { changes.isEmpty }

    /// The same changes in a list where this list starts further on. O(changes).
    public func offset(sections: Int, rows: Int = 0) -> ChangeSet {
        ChangeSet(changes.map { $0.offset(sections: sections, rows: rows) })
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
