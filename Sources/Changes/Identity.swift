/// An identity as a key: strings are compared byte by byte, as everywhere in lists.
package struct Identity<ID: Hashable>: Hashable {
    private let id: ID

    /// Wraps an identity.
    package init(_ id: ID) {
        self.id = id
    }

    package static func == (left: Identity, right: Identity) -> Bool { ID.isSame(left.id, right.id) }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(id.scattered)
    }
}
