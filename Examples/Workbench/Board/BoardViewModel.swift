import Oriel

/// A board as a table, a grid, pages or columns. All layouts show the same rows.
@SceneActor final class BoardViewModel: ViewModel {
    /// The layouts of a board.
    enum Style: String, InputValue {
        case table, grid, pages, columns
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
    fileprivate var title: String {
        switch self {
        case .table: "Table"
        case .grid: "Collection"
        case .pages: "Pages"
        case .columns: "Columns"
        }
    }

    fileprivate var layout: Layout {
        switch self {
        case .table: Layout(.table, rowHeight: 30)
        case .grid: Layout(.grid, columns: 6, spacing: 5)
        case .pages: Layout(.grid, columns: 4, rowsPerPage: 3, rowHeight: 60, spacing: 5)
        case .columns: Layout(.column, rowHeight: 30, animation: .fade)
        }
    }
}
