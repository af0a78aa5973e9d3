/// A section of a ``Snapshot``: what stands around its rows, and the rows' items, in order.
///
/// The header's identity is that of the section. Any `Identifiable` value will do, from a title with an id to a case of
/// an enumeration.
public struct SnapshotSection<Header: Identifiable & Equatable, Item: Identifiable & Equatable> {
    /// What the section is and says beside its rows.
    public var header: Header
    /// What stands in its rows.
    public var items: [Item]

    /// A section of rows.
    public init(_ header: Header, items: [Item] = []) {
        self.header = header
        self.items = items
    }
}

extension SnapshotSection: Equatable {}
extension SnapshotSection: Sendable where Header: Sendable, Item: Sendable {}
