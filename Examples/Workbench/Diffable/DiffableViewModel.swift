import Oriel

/// Names with a search. The changes are found by comparing snapshots.
@SceneActor final class DiffableViewModel: ViewModel {
    @Input var search = ""
    @Output var badge = 0
    private let names = (1...50).map { Name(id: $0) }
    private let matches = SnapshotDataSource { (name: Name) in CellViewModel(title: name.text) }

    init() {
        super.init(title: "Diffable", list: CellList(matches))
    }

    override func updateOutputs() {
        let sections = [section("First", names.prefix(25)), section("Second", names.suffix(25))]
        badge = sections.reduce(0) { $0 + $1.items.count }
        matches.apply(sections)
    }

    private func section(_ title: String, _ names: ArraySlice<Name>) -> SnapshotSection<Section, Name> {
        let found = names.filter { $0.matches(search) }
        let footer = "\(found.count) of \(names.count)"
        return SnapshotSection(Section(id: title, title: title, footer: footer), items: found)
    }
}
