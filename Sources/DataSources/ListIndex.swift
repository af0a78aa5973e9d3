import Changes
import Loop

/// The index at the side of a list, and the index titles above its sections, if there are enough sections.
///
///     ListIndex().entries(of: contacts)   // [A at 0, B at 17, …] from six sections on
public struct ListIndex: Hashable, Sendable {
    /// A title in the index and its target.
    public struct Entry: Hashable, Sendable {
        /// The section's index title.
        public let title: String
        /// The position of the section's first row, counted through all sections.
        public let position: Int
    }

    /// The index exists when the list has more sections than this.
    public var indexAbove: Int
    /// Sections without a title show their index title when the list has more sections than this.
    public var titlesAbove: Int

    /// Creates an index with these thresholds.
    public init(indexAbove: Int = 5, titlesAbove: Int = 10) {
        self.indexAbove = indexAbove
        self.titlesAbove = titlesAbove
    }

    /// Returns the index titles of the sections that have one, in order; none in a short list. O(sections).
    @SceneActor public func entries<Item>(of list: any DataSource<Item>) -> [Entry] {
        guard list.sectionCount > indexAbove else { return [] }
        var position = 0
        return (0..<list.sectionCount).compactMap { number in
            defer { position += list.rowCount(in: number) }
            return list.section(at: number).indexTitle.map { Entry(title: $0, position: position) }
        }
    }

    /// Returns the title above a section: its own, or in a long list its index title. - Precondition: the section
    /// exists.
    @SceneActor public func title<Item>(ofSection number: Int, in list: any DataSource<Item>) -> String? {
        let section = list.section(at: number)
        return section.title ?? (list.sectionCount > titlesAbove ? section.indexTitle : nil)
    }
}
