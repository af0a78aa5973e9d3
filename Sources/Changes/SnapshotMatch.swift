/// The sections and rows that two snapshots share, and the changes of their content.
@usableFromInline
struct SnapshotMatch {
    @usableFromInline let old: SectionStarts
    @usableFromInline let new: SectionStarts
    /// The old number of each new section; -1 if it was inserted.
    @usableFromInline let sections: [Int32]
    /// The old numbers of sections whose header has changed.
    @usableFromInline var changedSections: [Int32] = []
    /// The old position of each new row; -1 if it was inserted.
    @usableFromInline var rows: [Int32] = []
    /// The old positions of deleted rows, section by section.
    @usableFromInline var gone: [Int32] = []
    /// The old positions of changed rows.
    @usableFromInline var changed: [Int32] = []

    /// Compares two lists of sections.
    @inlinable
    init<Header, Item>(from old: [SnapshotSection<Header, Item>], to new: [SnapshotSection<Header, Item>]) {
        let olds = SectionStarts(old.map(\.items.count))
        let news = SectionStarts(new.map(\.items.count))
        sections = Self.pair(old, new)
        var matcher = RowMatcher<Item.ID>(oldCount: olds.total, newCount: news.total)
        var changed: [Int32] = []
        var isPaired = [Bool](repeating: false, count: old.count)
        for (number, section) in new.enumerated() {
            let source = Int(sections[number])
            if source >= 0 { isPaired[source] = true }
            let items = source < 0 ? [] : old[source].items
            let start = source < 0 ? 0 : olds.positions[source]
            matcher.walk(items, at: start, section.items, at: news.positions[number], id: { $0.id }) {
                here, there, length in
                for row in 0..<length where items[here + row] != section.items[there + row] {
                    changed.append(Int32(truncatingIfNeeded: start + here + row))
                }
            }
            if source >= 0, old[source].header != section.header { changedSections.append(sections[number]) }
        }
        for (number, section) in old.enumerated() where !isPaired[number] {
            matcher.walk(section.items, at: olds.positions[number], [], at: 0, id: { $0.id }) { _, _, _ in }
        }
        func pair(_ here: Int, _ there: Int) -> (Item, Item) {
            let (from, to) = (olds.path(of: here), news.path(of: there))
            return (old[from.section].items[from.row], new[to.section].items[to.row])
        }
        matcher.join {
            let (before, after) = pair($0, $1)
            return Item.ID.isSame(before.id, after.id)
        } matched: { here, there in
            let (before, after) = pair(here, there)
            if before != after { changed.append(Int32(truncatingIfNeeded: here)) }
        }
        self.old = olds
        self.new = news
        self.changed = changed
        rows = matcher.sources
        gone = matcher.oldSingles.map(\.position)
    }

    @inlinable
    static func pair<Header, Item>(
        _ old: [SnapshotSection<Header, Item>], _ new: [SnapshotSection<Header, Item>]
    ) -> [Int32] {
        var matcher = RowMatcher<Header.ID>(oldCount: old.count, newCount: new.count)
        matcher.walk(old, at: 0, new, at: 0, id: { $0.header.id }) { _, _, _ in }
        matcher.join(isSame: { Header.ID.isSame(old[$0].header.id, new[$1].header.id) }, matched: { _, _ in })
        return matcher.sources
    }

    /// Drops the content changes.
    mutating func forgetContent() {
        changedSections = []
        changed = []
    }
}
