import Changes
import Loop

// Plain ways to make a list of snapshots.

extension SnapshotDataSource where Element.ID: LosslessStringConvertible {
    /// A list whose rows are called by the ids of their elements.
    public convenience init(
        _ snapshot: State = State(), section: @escaping (Header) -> Section, makeItem: @escaping (Element) -> Item
    ) {
        self.init(snapshot, id: { $0.id.description }, section: section, makeItem: makeItem)
    }
}

extension SnapshotDataSource where Header == Section, Element.ID: LosslessStringConvertible {
    /// A list whose snapshots hold ready sections, and whose rows are called by the ids of their elements.
    public convenience init(_ snapshot: State = State(), makeItem: @escaping (Element) -> Item) {
        self.init(snapshot, section: { $0 }, makeItem: makeItem)
    }
}

extension SnapshotDataSource {
    /// Shows these sections instead; see ``apply(_:)-(State)``. Of sections, and of elements, with one identity the first is
    /// shown: to be told of them, make the snapshot.
    public func apply(_ sections: [State.Section]) {
        apply((try? State(sections)) ?? State(distinct: sections))
    }
}
