import Changes
import Loop
import Observables

/// A child of a composed list, and what was told of it.
@SceneActor final class StackEntry<Item> {
    let child: ListChild<Item>
    /// The number of rows of each section, as it was told. Empty while the child is not known.
    private(set) var counts: [Int] = []
    private(set) var isShown = false
    /// Why the child cannot be read at the moment.
    var problem: ListProblem?
    /// Listens to the child for as long as it is one.
    var observation: Subscription?

    init(_ child: ListChild<Item>) {
        self.child = child
        show()
    }

    var source: any DataSource<Item> { child.source }
    var rowCount: Int { counts.reduce(0, +) }

    /// Whether it is known how many rows the child has: one that is being counted comes when it is.
    var isKnown: Bool { source.isLoaded && source.isCounted }

    /// The place in the child of the row at a position through all its sections; before the first or behind the last row,
    /// one that is not there.
    func path(at position: Int) -> IndexPath {
        var path = IndexPath(section: 0, row: position)
        while path.section < counts.count - 1, path.row >= counts[path.section] {
            path.row -= counts[path.section]
            path.section += 1
        }
        return path
    }

    /// Takes note of what the child holds now, if that is known.
    func show() {
        isShown = isKnown
        counts = isShown ? (0..<source.sectionCount).map { source.rowCount(in: $0) } : []
    }

    /// The part of `ranges` of the composed list that the child shows from `start` on, in its own positions.
    ///
    /// A child that has not answered yet may have any number of rows: it is asked for what could be seen of it. One of which
    /// nothing is seen is looked at all the same while others are: where their rows stand depends on how many it has.
    func part(of ranges: [Range<Int>], from start: Int) -> [Range<Int>] {
        let block = start..<(isShown ? start + rowCount : .max)
        let parts = ranges.map { $0.clamped(to: block) }.filter { !$0.isEmpty }
            .map { $0.lowerBound - start..<$0.upperBound - start }
        return parts.isEmpty && !ranges.isEmpty ? [0..<0] : parts
    }
}
