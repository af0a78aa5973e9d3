/// The whole state of a list: sections and their items, each with an identity. ``changeSet(to:)`` returns the changes
/// between two snapshots.
///
///     struct Song: Identifiable, Equatable { let id: Int; var title: String }
///     let songs = [Song(id: 1, title: "Intro"), Song(id: 2, title: "Coda")]
///     let old = try Snapshot([SnapshotSection(album, items: songs)])
///     let new = try Snapshot([SnapshotSection(album, items: [Song(id: 2, title: "Coda (live)")])])
///     old.changeSet(to: new)   // [Deleted Row:0-0, Changed Row:0-1]
///
/// The identity tells which row an item is, and equality whether its content is the same. Use `AnyHashable` for
/// identities of several types in one list. Strings are compared byte by byte: canonically equivalent spellings are
/// different identities.
public struct Snapshot<Header: Identifiable & Equatable, Item: Identifiable & Equatable> {
    /// A section of the snapshot.
    public typealias Section = SnapshotSection<Header, Item>

    /// The sections, in order.
    public let sections: [Section]

    /// Creates a list without sections.
    public init() {
        sections = []
    }

    /// Creates a list of these sections.
    ///
    /// - Throws: ``SnapshotError`` when two sections, or two items anywhere in the list, have the same identity.
    /// - Complexity: O(items).
    @inlinable
    public init(_ sections: [Section]) throws(SnapshotError) {
        self.sections = sections
        if let (first, second) = Self.duplicate(among: sections.count, id: { sections[$0].header.id }) {
            throw .duplicateSection(id: String(describing: sections[first].header.id), first, second)
        }
        if let (first, second) = duplicateItem() {
            throw .duplicateItem(id: String(describing: self[first].id), first, second)
        }
    }

    /// Creates a list of these sections, without sections and items whose identity occurred before. O(items).
    public init(distinct sections: [Section]) {
        var headers: Set<Identity<Header.ID>> = []
        var ids: Set<Identity<Item.ID>> = []
        self.init(
            unchecked: sections.filter { headers.insert(Identity($0.header.id)).inserted }.map { section in
                Section(section.header, items: section.items.filter { ids.insert(Identity($0.id)).inserted })
            })
    }

    /// Creates a list of these sections, which may have duplicate identities: each is paired with at most one of
    /// another list.
    package init(unchecked sections: [Section]) {
        self.sections = sections
    }

    /// The item of a row. - Precondition: the row exists.
    public subscript(path: IndexPath) -> Item { sections[path.section].items[path.row] }

    @inlinable
    func duplicateItem() -> (IndexPath, IndexPath)? {
        let starts = SectionStarts(sections.map(\.items.count))
        let found =
            if sections.count == 1 {
                Self.duplicate(among: sections[0].items.count) { sections[0].items[$0].id }
            } else {
                Self.duplicate(among: starts.total) { self[starts.path(of: $0)].id }
            }
        return found.map { (starts.path(of: $0.0), starts.path(of: $0.1)) }
    }

    @inlinable
    static func duplicate<ID: Hashable>(among count: Int, id: (Int) -> ID) -> (Int, Int)? {
        IdentityTable.duplicate(among: count, hash: { id($0).scattered }, isSame: { ID.isSame(id($0), id($1)) })
    }
}

extension Snapshot: Equatable {}
extension Snapshot: Sendable where Header: Sendable, Item: Sendable {}
