/// A section of a ``Snapshot``: a header and the rows' items, in order.
///
/// The header's identity is the section's identity. Any `Identifiable` value can be a header, from a title with an id
/// to a case of an enumeration.
public struct SnapshotSection<Header: Identifiable & Equatable, Item: Identifiable & Equatable> {
    /// The identity and the properties of the section.
    public var header: Header
    /// The items of the rows.
    public var items: [Item]

    /// Creates a section.
    public init(_ header: Header, items: [Item] = []) {
        self.header = header
        self.items = items
    }
}

extension SnapshotSection: Equatable {}
extension SnapshotSection: Sendable where Header: Sendable, Item: Sendable {}
