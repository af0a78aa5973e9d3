import Changes
import Loop
import Observables

/// Data sources stacked as blocks of sections: the first child's sections, then the second's, and so on.
///
/// Row identities stay unique because each child's are put behind its own prefix.
@SceneActor public final class MultiSectionDataSource<Item>: DataSource {
    /// One child, and what its row identities begin with here.
    public struct Child {
        let prefix: String
        let source: any DataSource<Item>

        /// A child whose rows are called `prefix` + their own identity.
        public init(prefix: String, source: any DataSource<Item>) {
            self.prefix = prefix
            self.source = source
        }
    }

    private let children: [Child]
    private let observers = Observers<ListEvent>()
    private var observations: [Observation] = []

    /// The children's sections, one child after another.
    public init(_ children: [Child]) {
        self.children = children
        observations = children.indices.map { number in
            children[number].source.observe { [weak self] event in self?.hear(event, from: number) }
        }
    }

    /// Whether every child is known.
    public var isLoaded: Bool { children.allSatisfy { $0.source.isLoaded } }
    /// Whether no change of any child is known to be on its way; asking looks for one.
    public var isCurrent: Bool { children.allSatisfy { $0.source.isCurrent } }
    /// When the oldest look of any child began; `nil` while a child has not been read.
    public var readAt: ContinuousClock.Instant? {
        let looks = children.map(\.source.readAt)
        return looks.contains(nil) ? nil : looks.compactMap(\.self).min() ?? .now
    }
    /// The number of all children's sections. O(children).
    public var sectionCount: Int { children.reduce(0) { $0 + $1.source.sectionCount } }

    /// What a section is called by its child.
    public func section(at number: Int) -> Section {
        let (child, section) = locate(number)
        return child.source.section(at: section)
    }

    /// The number of rows of a section.
    public func rowCount(in section: Int) -> Int {
        let (child, section) = locate(section)
        return child.source.rowCount(in: section)
    }

    /// The identity of a row: its child's prefix, then what the child calls it.
    public func id(at path: IndexPath) -> String {
        let (child, section) = locate(path.section)
        return child.prefix + child.source.id(at: IndexPath(section: section, row: path.row))
    }

    /// The position through all sections of the row of this identity, if a child has it.
    public func position(of id: String) -> Int? {
        var start = 0
        for child in children {
            if id.utf8.starts(with: child.prefix.utf8),
                let position = child.source.position(of: String(Substring(id.utf8.dropFirst(child.prefix.utf8.count))))
            {
                return start + position
            }
            start += child.source.totalRowCount
        }
        return nil
    }

    /// The item of a row, as its child has it.
    public func item(at path: IndexPath) -> Item? {
        let (child, section) = locate(path.section)
        return child.source.item(at: IndexPath(section: section, row: path.row))
    }

    /// Says which rows somebody looks at: each child is told its own.
    public func display(_ ranges: [Range<Int>]) {
        var start = 0
        for child in children {
            let count = child.source.totalRowCount
            // A child that has not answered yet may have any number of rows: it is asked for what could be seen of it.
            let block = start..<(child.source.isLoaded ? start + count : .max)
            let parts = ranges.map { $0.clamped(to: block) }.filter { !$0.isEmpty }
            child.source.display(parts.map { $0.lowerBound - start..<$0.upperBound - start })
            start += count
        }
    }

    /// Has every child follow.
    public func setEditing(_ isEditing: Bool) {
        for child in children { child.source.setEditing(isEditing) }
    }

    /// What the child allows.
    public func rights(at path: IndexPath) -> RowRights {
        let (child, section) = locate(path.section)
        return child.source.rights(at: IndexPath(section: section, row: path.row))
    }

    /// Asks the child; a row may be moved within its child only.
    public func perform(_ edit: RowEdit, at path: IndexPath) async throws {
        guard path.section < sectionCount else { throw EditRefusal.noRow }
        let (child, section) = locate(path.section)
        let inner = IndexPath(section: section, row: path.row)
        guard case .move(let to) = edit else { return try await child.source.perform(edit, at: inner) }
        let start = path.section - section
        guard (start..<start + child.source.sectionCount).contains(to.section) else { throw EditRefusal.wrongPlace }
        try await child.source.perform(.move(to: IndexPath(section: to.section - start, row: to.row)), at: inner)
    }

    /// Calls `body` with each event until the observation is let go.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Observation {
        observers.add(body)
    }

    private func hear(_ event: ListEvent, from child: Int) {
        guard case .changed(let changeSet) = event else { return observers.tell(event) }
        let offset = children[..<child].reduce(0) { $0 + $1.source.sectionCount }
        if let changes = changeSet.offset(sections: offset) { observers.tell(.changed(changes)) }
    }

    /// The child that holds a section, and the number the section has there.
    private func locate(_ section: Int) -> (Child, Int) {
        var number = section
        for child in children {
            let count = child.source.sectionCount
            if number < count { return (child, number) }
            number -= count
        }
        preconditionFailure("section \(section) of \(sectionCount)")
    }
}
