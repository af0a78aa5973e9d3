import Changes
import DataSources
import Loop

// Lists of lists.

extension Subjects {
    /// Children that change, are added, removed and swapped.
    func stack(_ source: StackedDataSource<Cell>, of make: @escaping @SceneActor () -> Subject) -> Subject {
        let pool = Pool((0..<4).map { _ in make() }, named: counter)
        source.setChildren(dice.some(of: pool.children))
        return Subject(source: source) { [self] in
            switch dice.roll(8) {
            case 0: source.setChildren(dice.some(of: pool.children))
            case 1: source.setEditing(dice.roll(2) == 0)
            case 2 where !source.children.isEmpty: source.remove(at: dice.roll(source.children.count))
            case 3:
                let absent = pool.children.filter { child in !source.children.contains { $0.source === child.source } }
                if let child = absent.first { source.insert(child, at: dice.roll(source.children.count + 1)) }
            default: pool.subjects[dice.roll(4)].change()
            }
        }
    }

    private struct Pool {
        let subjects: [Subject]
        let children: [ListChild<Cell>]

        @SceneActor init(_ subjects: [Subject], named counter: Counter) {
            self.subjects = subjects
            children = subjects.map { ListChild(counter.next(), $0.source) }
        }
    }

    func multiSection(of make: @escaping @SceneActor () -> Subject) -> Subject {
        stack(MultiSectionDataSource([]), of: make)
    }

    func multiRow(of make: @escaping @SceneActor () -> Subject) -> Subject {
        let source = MultiRowDataSource<Cell>(section: section(counter.next()), [])
        let stack = stack(source, of: make)
        return Subject(source: source) { [self] in
            if dice.roll(9) == 0 { source.section.title = "\(dice.roll(3))" }
            stack.change()
        }
    }

    func edit(_ main: Subject, as stacking: Stacking) -> Subject {
        let extra = array()
        let source = EditDataSource(main.source, whileEditing: extra.source, as: stacking)
        return Subject(source: source) { [self] in
            switch dice.roll(4) {
            case 0: source.setEditing(!source.isEditing)
            case 1: extra.change()
            default: main.change()
            }
        }
    }

    /// Keys that are added, removed and swapped, and lists that change, including lists of removed keys.
    func grouped(as stacking: Stacking, of make: @escaping @SceneActor () -> Subject) -> Subject {
        let keys = mutableArray()
        let made = Made()
        let source = GroupedDataSource(by: keys.source, as: stacking) { _ in
            let subject = make()
            made.subjects.append(subject)
            return subject.source
        }
        return Subject(source: source) { [self] in
            if made.subjects.isEmpty || dice.roll(3) == 0 { return keys.change() }
            made.subjects[dice.roll(made.subjects.count)].change()
        }
    }

    @SceneActor private final class Made {
        var subjects: [Subject] = []
    }
}
