import Changes
import Loop

/// What stands for the sections of a list in an index beside it, and above them, if there are enough of them.
///
///     ListIndex().entries(of: contacts)   // [A at 0, B at 17, …] from six sections on
public struct ListIndex: Hashable, Sendable {
    /// A title in the index, and where it leads.
    public struct Entry: Hashable, Sendable {
        /// The section's index title.
        public let title: String
        /// The position through all sections of the section's first row.
        public let position: Int
    }

    /// There is an index when the list has more sections than this.
    public var indexAbove: Int
    /// Sections without a title are called by their index title when the list has more sections than this.
    public var titlesAbove: Int

    /// An index with these thresholds.
    public init(indexAbove: Int = 5, titlesAbove: Int = 10) {
        self.indexAbove = indexAbove
        self.titlesAbove = titlesAbove
    }

    /// The index titles of the sections that have one, in order; none in a short list. O(sections).
    @SceneActor public func entries<Item>(of list: any DataSource<Item>) -> [Entry] {
        guard list.sectionCount > indexAbove else { return [] }
        var position = 0
        return (0..<list.sectionCount).compactMap { number in
            defer { position += list.rowCount(in: number) }
            return list.section(at: number).indexTitle.map { Entry(title: $0, position: position) }
        }
    }

    /// What stands above a section: its title, or in a long list its index title. - Precondition: the section exists.
    @SceneActor public func title<Item>(ofSection number: Int, in list: any DataSource<Item>) -> String? {
        let section = list.section(at: number)
        return section.title ?? (list.sectionCount > titlesAbove ? section.indexTitle : nil)
    }
}
