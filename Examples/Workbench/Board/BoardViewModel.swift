import Oriel

/// A board as a table or as a grid: the rows are the same, and what is done here is seen there.
@SceneActor final class BoardViewModel: ViewModel {
    /// How a board can be shown.
    enum Style: String, InputValue {
        case table, grid
    }

    init(_ board: Board, as style: Style) {
        let rows = board.rows.sections { $0.layout = style.layout }
        super.init(title: style.title, list: CellList(rows))
        commands = [
            Command("add-section", title: "Add section") { _ in board.addSection() },
            Command("add-row", title: "Add row") { _ in board.addTile() },
            Command("delete-row", title: "Delete row") { _ in board.deleteTile() },
        ]
    }
}

extension BoardViewModel.Style {
    fileprivate var title: String { self == .table ? "Table" : "Collection" }

    fileprivate var layout: Layout {
        self == .table ? Layout(.table, rowHeight: 30) : Layout(.grid, columns: 6, spacing: 5)
    }
}
