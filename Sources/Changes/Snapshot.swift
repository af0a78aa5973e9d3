/// The whole state of a list: sections and their items, each with an identity. Of two snapshots ``changeSet(to:)`` says
/// what happened in between.
///
///     struct Song: Identifiable, Equatable { let id: Int; var title: String }
///     let old = try Snapshot([SnapshotSection(album, items: [Song(id: 1, title: "Intro"), Song(id: 2, title: "Coda")])])
///     let new = try Snapshot([SnapshotSection(album, items: [Song(id: 2, title: "Coda (live)")])])
///     old.changeSet(to: new)   // [Deleted Row:0-0, Changed Row:0-1]
///
/// An identity says which row it is, equality whether it shows the same. Identities of several types go into one list as
/// `AnyHashable`. Texts are compared byte by byte: two spellings of one letter are two identities.
public struct Snapshot<Header: Identifiable & Equatable, Item: Identifiable & Equatable> {
    /// A section of the snapshot.
    public typealias Section = SnapshotSection<Header, Item>

    /// The sections, in order.
    public let sections: [Section]

    /// A list without sections.
    public init() {
        sections = []
    }

    /// A list of these sections.
    ///
    /// - Throws: ``SnapshotError`` when two sections or two items, wherever they stand, have one identity.
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

    /// A list of these sections, of which, like of items, those are left out whose identity came before. O(items).
    public init(distinct sections: [Section]) {
        var headers: Set<Identity<Header.ID>> = []
        var ids: Set<Identity<Item.ID>> = []
        self.init(
            unchecked: sections.filter { headers.insert(Identity($0.header.id)).inserted }.map { section in
                Section(section.header, items: section.items.filter { ids.insert(Identity($0.id)).inserted })
            })
    }

    /// A list of these sections, whose identities may be there twice: each is paired with one of another list at most.
    package init(unchecked sections: [Section]) {
        self.sections = sections
    }

    /// The number of items of all sections. O(sections).
    public var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }

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
