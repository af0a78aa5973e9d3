extension Snapshot {
    /// What happened between this snapshot and another.
    ///
    /// Sections and rows are told apart by identity. What is the same but shows something else has changed; what stands
    /// elsewhere relative to the others has moved, as few sections and rows as explain it; a row may have done both. Rows
    /// that came or went together with their section are not listed. The same snapshots give the same change set.
    ///
    /// - Complexity: O(n) where the lists are alike, O(n log n) at worst; identities are hashed only where they are not.
    @inlinable
    public func changeSet(to new: Snapshot) -> ChangeSet {
        SnapshotMatch(from: sections, to: new.sections).changeSet()
    }
}

extension ListEdit {
    /// The steps that turn `old` into `new`, structure only: of content nothing is said. Rows and sections that can stay
    /// where they are do.
    ///
    /// O(n log n), and O(changes) more for each row that moves. Identities should be unique; of duplicates each is paired
    /// with one of the other list at most.
    public static func steps<Header, Item>(
        from old: [SnapshotSection<Header, Item>], to new: [SnapshotSection<Header, Item>]
    ) -> [ListEdit] {
        var match = SnapshotMatch(from: old, to: new)
        match.forgetContent()
        do {
            return try match.changeSet().edits(from: old.map(\.items.count), to: new.map(\.items.count))
        } catch {
            preconditionFailure("the differ contradicts itself: \(error)")
        }
    }
}
