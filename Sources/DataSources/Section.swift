/// What a list says of one of its sections, beside the rows.
public struct Section: Hashable, Identifiable, Sendable {
    /// The identity of the section, unique in its list.
    public var id: String
    /// What stands above it, if anything.
    public var title: String?
    /// What stands above it in smaller letters, if anything.
    public var subtitle: String?
    /// What stands below it, if anything.
    public var footer: String?
    /// How to draw it, if there is more than one way.
    public var template: String?
    /// How its rows are laid out, if not one below the other.
    public var layout: Layout?
    /// What stands for it in an index beside the list, such as its first letter.
    public var indexTitle: String?
    /// The route of a screen that shows the section alone, if there is one.
    public var href: String?

    /// A section by its identity, with what stands above it.
    public init(
        id: String, title: String? = nil, subtitle: String? = nil, footer: String? = nil, template: String? = nil,
        layout: Layout? = nil, indexTitle: String? = nil, href: String? = nil
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.footer = footer
        self.template = template
        self.layout = layout
        self.indexTitle = indexTitle
        self.href = href
    }
}
