import Changes
import Loop

/// Data sources stacked as rows of one section: the first child's rows, then the second's, and so on.
///
///     let list = MultiRowDataSource(
///         section: Section(id: "people"), [ListChild("me", me), ListChild("friends", friends)])
///
/// The children's sections are not shown; this list's own section is.
public final class MultiRowDataSource<Item>: StackedDataSource<Item> {
    /// The one section. Setting it reports a change.
    public var section: Section {
        get { header() }
        set {
            header = { newValue }
            notify(withHeader([]))
        }
    }

    /// Creates a list of the children's rows, one child after another, as one section.
    public init(section: Section, _ children: [Child]) {
        super.init(.rows, header: { section })
        setChildren(children)
    }
}
