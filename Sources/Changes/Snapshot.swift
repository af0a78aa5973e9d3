/// The whole state of a list: sections and their items, each with an identity. Of two snapshots ``changeSet(to:)`` says
/// what happened in between.
///
///     struct Song: Identifiable, Equatable { let id: Int; var title: String }
///     let old = try Snapshot([SnapshotSection(album, items: [Song(id: 1, title: "Intro"), Song(id: 2, title: "Coda")])])
///     let new = try Snapshot([SnapshotSection(album, items: [Song(id: 2, title: "Coda (live)")])])
///     old.changeSet(to: new)   // [Deleted Row:0-0, Changed Row:0-1]
///
/// An identity says which row it is, equality whether it shows the same. Identities of several types go into one list as
/// `AnyHashable`.
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
        guard count > 1 else { return nil }
        var table = IdentityTable(minimumCapacity: count)
        for number in 0..<count {
            let identity = id(number)
            let hash = identity.scattered
            if let first = table.first(hash: hash, where: { id($0) == identity }) { return (first, number) }
            table.insert(number, hash: hash)
        }
        return nil
    }
}

extension Snapshot: Equatable {}
extension Snapshot: Sendable where Header: Sendable, Item: Sendable {}
