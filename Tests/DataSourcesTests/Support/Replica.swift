import Changes
import DataSources
import Loop
import Observables
import Testing

/// A client of a list. It knows the list by its events, and checks with each change set that the list keeps its
/// contract.
@SceneActor final class Replica {
    let source: any DataSource<Cell>
    private(set) var changeSets: [ChangeSet] = []
    private(set) var events: [String] = []
    private var rows: [[ExactName]]
    private var sections: [Section]
    private var items: [[Cell?]]
    private var observation: Subscription?
    private let note: Comment

    init(_ source: any DataSource<Cell>, _ note: Comment = "") {
        self.source = source
        self.note = note
        rows = source.names
        sections = source.sections
        items = source.items
        observation = source.observe { [weak self] in self?.receive($0) }
    }

    /// The list shows exactly what it has reported.
    func checkIsUpToDate() {
        #expect(source.names == rows, note)
        #expect(source.sections == sections, note)
    }

    private func receive(_ event: ListEvent) {
        switch event {
        case .changed(let changeSet): follow(changeSet)
        case .loaded:
            events.append("loaded")
            takeOver()
        case .refreshed: events.append("refreshed")
        case .failed(let problem): events.append("failed \(problem?.code ?? "no more")")
        }
    }

    private func takeOver() {
        rows = source.names
        sections = source.sections
        items = source.items
    }

    private func follow(_ changeSet: ChangeSet) {
        #expect(!changeSet.isEmpty, note)
        changeSets.append(changeSet)
        events.append("changed")
        let new = source.names
        do {
            let applied = try changeSet.apply(to: rows, new: new)
            #expect(applied == new, note)
        } catch {
            Issue.record("\(error), \(changeSet) from \(rows) to \(new) \(note)")
        }
        checkIdentities(new)
        let map = PathMap(changeSet)
        for section in rows.indices { checkSection(section, changeSet, map) }
        takeOver()
    }

    private func checkIdentities(_ new: [[ExactName]]) {
        let ids = new.flatMap(\.self)
        #expect(Set(ids).count == ids.count, note)
        #expect(Set(source.sections.map { ExactName($0.id) }).count == new.count, note)
        #expect(ids.map { source.position(of: $0.text) } == ids.indices.map(\.self), note)
        #expect(ids.indices.map { ExactName(source.id(at: source.path(at: $0))) } == ids, note)
    }

    /// A remaining row keeps its identity, and its item unless it is reported as changed or a change is pending.
    private func checkSection(_ section: Int, _ changeSet: ChangeSet, _ map: PathMap) {
        if let now = map.section(section), sections[section] != source.section(at: now) {
            #expect(changeSet.changes.contains(.sectionChanged(section)), note)
            #expect(ExactName(sections[section].id) == ExactName(source.section(at: now).id), note)
        }
        let changed = Set(changeSet.changes)
        for row in rows[section].indices {
            guard let now = map[path(section, row)] else { continue }
            if ExactName(source.id(at: now)) != rows[section][row] { Issue.record("\(now) is another row \(note)") }
            guard source.checkIsCurrent(), let item = items[section][row] else { continue }
            let isSame = source.item(at: now) === item || changed.contains(.rowChanged(path(section, row)))
            if !isSame { Issue.record("\(now) has another item \(note)") }
        }
    }
}
