import Oriel

/// The menu of the workbench.
@SceneActor final class HomeViewModel: ViewModel {
    init(_ menu: [MenuEntry]) {
        let entries = ArrayDataSource(menu, section: Section(id: "screens")) { $0.title }
        super.init(
            title: "Workbench",
            list: CellList(entries.map { CellViewModel(title: $0.title, subtitle: $0.subtitle, href: $0.route) }))
    }
}
