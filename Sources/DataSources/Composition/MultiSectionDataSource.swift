import Changes
import Loop

/// Data sources stacked as blocks of sections: the first child's sections, then the second's, and so on.
///
///     let list = MultiSectionDataSource([ListChild("friends", friends), ListChild("guests", guests)])
///     list.append(ListChild("others", others))   // one change set with the sections of `others`
public final class MultiSectionDataSource<Item>: StackedDataSource<Item> {
    /// Creates a list of the children's sections, one child after another.
    public init(_ children: [Child]) {
        super.init(.sections, header: { Section(id: "") })
        setChildren(children)
    }
}
