import Oriel

/// A choice of two screens, with the chosen one embedded.
@SceneActor final class EmbeddingViewModel: ViewModel {
    @Input var choice = BoardViewModel.Style.table
    private let table: BoardViewModel
    private let grid: BoardViewModel

    init(_ board: Board) {
        table = BoardViewModel(board, as: .table)
        grid = BoardViewModel(board, as: .grid)
        super.init(title: "Embedding")
    }

    override func updateOutputs() {
        embed(choice == .table ? table : grid, in: "main")
    }
}
