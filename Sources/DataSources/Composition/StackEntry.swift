import Changes
import Loop
import Observables

/// A child of a composed list, with the state last reported of it.
@SceneActor final class StackEntry<Item> {
    let child: ListChild<Item>
    /// The reported number of rows of each section. Empty while the child is not known.
    private(set) var counts: [Int] = []
    private(set) var isShown = false
    /// Why the child cannot be read now, or `nil`.
    var problem: ListProblem?
    /// The observation of the child.
    var observation: Subscription?

    init(_ child: ListChild<Item>) {
        self.child = child
        show()
    }

    var source: any DataSource<Item> { child.source }
    var rowCount: Int { counts.reduce(0, +) }

    /// Whether the child's number of rows is known. A child that is still counting is shown once it has finished.
    var isKnown: Bool { source.isLoaded && source.isCounted }

    /// Returns the path in the child for a position counted through all its sections. Before the first and after the
    /// last row, the path does not exist.
    func path(at position: Int) -> IndexPath {
        var path = IndexPath(section: 0, row: position)
        while path.section < counts.count - 1, path.row >= counts[path.section] {
            path.row -= counts[path.section]
            path.section += 1
        }
        return path
    }

    /// Records the child's current state, if it is known.
    func show() {
        isShown = isKnown
        counts = isShown ? (0..<source.sectionCount).map { source.rowCount(in: $0) } : []
    }

    /// Returns the part of the composed list's displayed `ranges` that the child shows from `start` on, in its own
    /// positions.
    ///
    /// A child that has not answered may have any number of rows: it is asked for all that could be visible. A child
    /// with no visible row gets an empty range while others have some, because its number of rows decides the positions
    /// of theirs.
    func part(of ranges: [Range<Int>], from start: Int) -> [Range<Int>] {
        let block = start..<(isShown ? start + rowCount : .max)
        let parts = ranges.map { $0.clamped(to: block) }.filter { !$0.isEmpty }
            .map { $0.lowerBound - start..<$0.upperBound - start }
        return parts.isEmpty && !ranges.isEmpty ? [0..<0] : parts
    }
}
