/// What a list says of one of its sections, beside the rows.
public struct Section: Hashable, Sendable {
    /// The identity of the section, unique in its list.
    public var id: String
    /// What stands above it, if anything.
    public var title: String?
    /// The route of a screen that shows the section alone, if there is one.
    public var href: String?

    /// A section by its identity, with what stands above it.
    public init(id: String, title: String? = nil, href: String? = nil) {
        self.id = id
        self.title = title
        self.href = href
    }
}
