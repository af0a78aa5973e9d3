import Changes
import Loop

/// A row of a composed list, and its position in the child that holds it.
@SceneActor struct StackPlace<Item> {
    let entry: StackEntry<Item>
    /// The path where the child begins.
    let origin: IndexPath
    /// The path in the composed list.
    let outer: IndexPath

    /// Whether the child's rows are counted through its sections.
    let isFlat: Bool

    /// The path in the child.
    var path: IndexPath { inner(outer) }

    /// Returns the edit for the child. - Throws: ``EditRefusal/wrongPlace`` when a row would leave the child.
    func inner(_ edit: RowEdit) throws -> RowEdit {
        guard case .move(let destination) = edit else { return edit }
        guard !isFlat || destination.section == 0 else { throw EditRefusal.wrongPlace }
        let to = inner(destination)
        guard entry.counts.indices.contains(to.section) else { throw EditRefusal.wrongPlace }
        let last = entry.counts[to.section] - (to.section == path.section ? 1 : 0)
        guard (0...last).contains(to.row) else { throw EditRefusal.wrongPlace }
        return .move(to: to)
    }

    private func inner(_ path: IndexPath) -> IndexPath {
        let path = IndexPath(section: path.section - origin.section, row: path.row - origin.row)
        return isFlat ? entry.path(at: path.row) : path
    }
}
