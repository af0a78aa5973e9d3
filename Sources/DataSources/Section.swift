import Changes

/// The properties of one section of a list, beside its rows.
public struct Section: Hashable, Identifiable, Sendable {
    /// The id of the section, unique in its list.
    public var id: String
    /// The title above the section, or `nil`.
    public var title: String?
    /// The smaller text above the section, or `nil`.
    public var subtitle: String?
    /// The text below the section, or `nil`.
    public var footer: String?
    /// The name of the template that draws the section; `nil` for the default.
    public var template: String?
    /// The layout of the rows; `nil` for one below the other.
    public var layout: Layout?
    /// The title in an index beside the list, such as the first letter.
    public var indexTitle: String?
    /// The route of a screen that shows the section alone, or `nil`.
    public var href: String?

    /// Creates a section with its id and properties.
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

    /// Whether all properties are equal, byte by byte: texts in different Unicode normalization are different.
    public static func == (left: Section, right: Section) -> Bool {
        left.id.isSpelled(like: right.id) && left.layout == right.layout && left.title.isSpelled(like: right.title)
            && left.subtitle.isSpelled(like: right.subtitle) && left.footer.isSpelled(like: right.footer)
            && left.template.isSpelled(like: right.template) && left.indexTitle.isSpelled(like: right.indexTitle)
            && left.href.isSpelled(like: right.href)
    }
}
