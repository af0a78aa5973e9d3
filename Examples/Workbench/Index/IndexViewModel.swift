import Oriel

/// Names grouped by their first letters, with an index. `?from=M` begins at a letter.
@SceneActor final class IndexViewModel: ViewModel {
    @Bound private var contacts: [Contact]
    private let rows = SnapshotDataSource { (contact: Contact) in CellViewModel(title: contact.name) }

    init(from letter: String) {
        let names = [
            "Ada", "Barbara", "Cleo", "Dorothy", "Edith", "Frances", "Grace", "Hedy", "Mary", "Margaret", "Radia",
        ]
        contacts = names.map { Contact(name: $0) }.filter { $0.initial >= letter }
        super.init(title: "Index", list: CellList(rows))
        commands = [
            Command("add", title: "Add", arguments: ["name": .argument("text", isRequired: true)]) { [unowned self] in
                try add($0["name"] ?? "")
            }
        ]
    }

    override func updateOutputs() {
        let groups = Dictionary(grouping: contacts.sorted { $0.name < $1.name }, by: \.initial)
        rows.apply(
            groups.sorted { $0.key < $1.key }.map { letter, contacts in
                SnapshotSection(Section(id: letter, title: letter, indexTitle: letter), items: contacts)
            })
    }

    private func add(_ name: String) throws {
        let contact = Contact(name: name)
        guard !name.isEmpty, !contacts.contains(contact) else {
            throw ValidationFailure("name", "is missing or exists already")
        }
        contacts.append(contact)
    }
}
