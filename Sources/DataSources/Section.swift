import Changes

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

    /// Whether both are the same section and say the same, byte by byte: another spelling is another text.
    public static func == (left: Section, right: Section) -> Bool {
        left.id.isSpelled(like: right.id) && left.layout == right.layout && left.title.isSpelled(like: right.title)
            && left.subtitle.isSpelled(like: right.subtitle) && left.footer.isSpelled(like: right.footer)
            && left.template.isSpelled(like: right.template) && left.indexTitle.isSpelled(like: right.indexTitle)
            && left.href.isSpelled(like: right.href)
    }
}
