import Oriel

/// The stored repositories at once, and the current ones after a refresh.
@SceneActor final class RepositoriesViewModel: ViewModel {
    private let forge: Forge

    init(_ forge: Forge, _ workbench: Workbench) {
        self.forge = forge
        let rows = MutableArrayDataSource(forge.repositories, section: Section(id: "repositories")) {
            CellViewModel(title: $0.name, subtitle: $0.summary, href: "\(workbench.team($0.team))")
        }
        super.init(title: "Repositories", list: CellList(rows))
        commands = [Command("refresh", title: "Refresh") { [unowned self] _ in reload() }]
    }

    override func load() async throws {
        try await forge.refresh()
    }
}
