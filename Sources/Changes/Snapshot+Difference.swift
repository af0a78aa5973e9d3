extension Snapshot {
    /// Returns the changes between this snapshot and another.
    ///
    /// Sections and rows are identified by their identity. One with the same identity and other content has changed.
    /// One with another position relative to the others has moved; as few as possible move. A row may have moved and
    /// changed. Rows that were inserted or deleted together with their section are not listed. The result is
    /// deterministic.
    ///
    /// - Complexity: O(n) where the lists are alike, O(n log n) at worst; only rows that differ are hashed.
    @inlinable
    public func changeSet(to new: Snapshot) -> ChangeSet {
        SnapshotMatch(from: sections, to: new.sections).changeSet()
    }
}

extension ListEdit {
    /// Returns the steps that turn `old` into `new`: structure only, without content changes. As few rows and sections
    /// as possible move.
    ///
    /// O(n log n), and O(changes) more for each row that moves. Identities should be unique; a duplicate is paired with
    /// at most one row of the other list.
    public static func steps<Header, Item>(
        from old: [SnapshotSection<Header, Item>], to new: [SnapshotSection<Header, Item>]
    ) -> [ListEdit] {
        var match = SnapshotMatch(from: old, to: new)
        match.forgetContent()
        do {
            return try match.changeSet().edits(from: old.map(\.items.count), to: new.map(\.items.count))
        } catch {
            preconditionFailure("the computed difference is invalid: \(error)")
        }
    }
}
