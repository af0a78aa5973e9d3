import Changes
import Loop

/// Data sources stacked as rows of one section: the first child's rows, then the second's, and so on.
///
///     let list = MultiRowDataSource(section: Section(id: "people"), [ListChild("me", me), ListChild("friends", friends)])
///
/// What a child says of its sections is not shown: the section of this list is.
public final class MultiRowDataSource<Item>: StackedDataSource<Item> {
    /// The one section; to set it is to tell of it.
    public var section: Section {
        get { header() }
        set {
            header = { newValue }
            tell(withHeader([]))
        }
    }

    /// The children's rows, one child after another, as one section.
    public init(section: Section, _ children: [Child]) {
        super.init(.rows, header: { section })
        setChildren(children)
    }
}
