import Changes
import Loop

// Convenience initializers of snapshot lists.

extension SnapshotDataSource where Element.ID: LosslessStringConvertible {
    /// Creates a list with the elements' ids as row ids.
    public convenience init(
        _ snapshot: State = State(), section: @escaping (Header) -> Section, makeItem: @escaping (Element) -> Item
    ) {
        self.init(snapshot, id: { $0.id.description }, section: section, makeItem: makeItem)
    }
}

extension SnapshotDataSource where Header == Section, Element.ID: LosslessStringConvertible {
    /// Creates a list whose snapshots hold sections, with the elements' ids as row ids.
    public convenience init(_ snapshot: State = State(), makeItem: @escaping (Element) -> Item) {
        self.init(snapshot, section: { $0 }, makeItem: makeItem)
    }
}

extension SnapshotDataSource {
    /// Shows these sections instead. Of sections or elements with equal ids, the first is shown. To get an error for
    /// duplicates, create the snapshot yourself.
    public func apply(_ sections: [State.Section]) {
        apply((try? State(sections)) ?? State(distinct: sections))
    }
}
