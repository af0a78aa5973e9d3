import Changes
import DataSources
import Loop

/// A list under test, with a function that changes it.
@SceneActor struct Subject {
    let source: any DataSource<Cell>
    let change: @SceneActor () -> Void
}

/// Makes lists of every kind, and compositions of them, that change by chance.
@SceneActor struct Subjects {
    let dice: Dice
    let counter = Counter()

    @SceneActor final class Counter {
        private var last = 0
        func next() -> String {
            last += 1
            return "s\(last / 2)\(lookalikes[last % 2])"
        }
    }

    private static let names = ["a", "b"] + lookalikes

    func some() -> [String] { dice.some(of: Self.names) }
    func people() -> [Person] { some().map { Person(id: $0, age: dice.roll(2)) } }
    func section(_ id: String) -> Section { Section(id: id, title: "\(dice.roll(2))") }
}

// Lists of their own.
extension Subjects {
    func array() -> Subject {
        let source = cells(counter.next(), some())
        return Subject(source: source) { [self] in
            if dice.roll(8) == 0 { source.section.title = "\(dice.roll(3))" }
            let known = Dictionary(uniqueKeysWithValues: source.items.map { (ExactName($0.name), $0) })
            source.reset(some().map { name in dice.roll(3) > 0 ? known[ExactName(name)] ?? Cell(name) : Cell(name) })
        }
    }

    func mutableArray() -> Subject {
        let model = ArrayModel(people())
        let source = MutableArrayDataSource(model, section: section(counter.next()), id: \.id) { Cell($0) }
        return Subject(source: source) { [self] in
            model.update { for _ in 0...dice.roll(4) { edit(model) } }
        }
    }

    private func edit(_ model: ArrayModel<Person>) {
        let present = Set(model.elements.map { ExactName($0.id) })
        let absent = Self.names.filter { !present.contains(ExactName($0)) }
        if let id = absent.randomElement(by: dice), model.isEmpty || dice.roll(2) == 0 {
            return model.insert(Person(id: id), at: dice.roll(model.count + 1))
        }
        let index = dice.roll(model.count)
        switch dice.roll(4) {
        case 0: model.remove(at: index)
        case 1: model.replace(at: index, with: Person(id: model.elements[index].id, age: dice.roll(9)))
        case 2: absent.randomElement(by: dice).map { model.replace(at: index, with: Person(id: $0)) }
        default: model.move(from: index, to: dice.roll(model.count))
        }
    }

    func snapshot(sections: Int = 4) -> Subject {
        let ids = lookalikes.prefix(sections)  // which other lists beside this one have, too
        let source = SnapshotDataSource<Section, Person, Cell> { Cell($0) }
        return Subject(source: source) { [self] in
            var people = people()[...]
            let sections = dice.some(of: Array(ids)).map { id in
                let part = people.prefix(dice.roll(people.count + 1))
                people = people.dropFirst(part.count)
                return SnapshotSection(section(id), items: Array(part))
            }
            if let snapshot = try? Snapshot(sections) { source.apply(snapshot) }
        }
    }

    func fetched() -> Subject {
        let people = People()
        let source = people.list(counter.next())
        if dice.roll(2) == 0 { people.answer(self.people()) }
        return Subject(source: source) { [self] in people.answer(self.people()) }
    }

    func insert() -> Subject {
        let section = Section(id: counter.next())
        return Subject(
            source: InsertDataSource(title: "Insert", section: section, makeItem: { Cell($0) }, onInsert: {})
        ) {}
    }

    /// Another list with other sections.
    func dressed(_ inner: Subject) -> Subject {
        Subject(source: inner.source.sections { $0.layout = Layout(.grid) }, change: inner.change)
    }

    func mapped(_ inner: Subject) -> Subject {
        Subject(source: inner.source.map { Cell($0.name + "!") }, change: inner.change)
    }
}

extension [String] {
    @SceneActor fileprivate func randomElement(by dice: Dice) -> String? { isEmpty ? nil : self[dice.roll(count)] }
}
