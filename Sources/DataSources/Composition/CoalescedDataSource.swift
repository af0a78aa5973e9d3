import Changes
import Loop
import Observables

/// Another list as it was at the end of the last turn of the event loop. All changes of one turn are reported as one
/// change set at its end.
///
/// Until then, rows are found by their ids in the inner list, which is ahead; a row that is removed there has no item
/// any more. The changes are found by comparison: O(rows) in a turn with changes.
@SceneActor final class CoalescedDataSource<Item>: DataSource {
    private let live: any DataSource<Item>
    private let observers = Observers<ListEvent>()
    private var observation: Subscription?
    private var shown = Snapshot<Section, ExactName>()
    /// Whether the inner list is ahead.
    private var isPending = false
    /// The rows whose content has changed in this turn.
    private var changed: Set<ExactName> = []
    private var hasRefreshed = false
    private var lastReadAt: ContinuousClock.Instant?
    /// The ranges displayed while the inner list was ahead.
    private var displayed: [Range<Int>]?
    private(set) var isLoaded = false

    init(_ live: any DataSource<Item>) {
        self.live = live
        load()
        observation = live.observe { [weak self] in self?.receive($0) }
    }

    func checkIsCurrent() -> Bool { !isPending && live.checkIsCurrent() }
    var readAt: ContinuousClock.Instant? { isPending ? lastReadAt : live.readAt }
    var sectionCount: Int { shown.sections.count }

    func section(at number: Int) -> Section { shown.sections[number].header }
    func rowCount(in section: Int) -> Int { shown.sections[section].items.count }
    func id(at path: IndexPath) -> String { shown[path].text }

    func position(of id: String) -> Int? {
        let name = ExactName(id)
        return shown.sections.lazy.flatMap(\.items).enumerated().first { $0.element == name }?.offset
    }

    func item(at path: IndexPath) -> Item? { livePath(path).flatMap { live.item(at: $0) } }
    func setEditing(_ isEditing: Bool) { live.setEditing(isEditing) }
    func rights(at path: IndexPath) -> RowRights { livePath(path).map { live.rights(at: $0) } ?? [] }

    func display(_ ranges: [Range<Int>]) {
        if isPending { displayed = ranges } else { live.display(ranges) }
    }

    /// Passes an edit to the inner list. While that is ahead, moves are refused, because their paths are not valid in
    /// it.
    func perform(_ edit: RowEdit, at path: IndexPath) async throws {
        guard hasRow(at: path), let inner = livePath(path) else { throw EditRefusal.noRow }
        if isPending, case .move = edit { throw EditRefusal.wrongPlace }
        try await live.perform(edit, at: inner)
    }

    func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        observers.add(body)
    }

    /// Returns the path of the row in the inner list; `nil` if it was removed there.
    private func livePath(_ path: IndexPath) -> IndexPath? {
        isPending ? live.position(of: shown[path].text).map { live.path(at: $0) } : path
    }

    private func receive(_ event: ListEvent) {
        switch event {
        case .changed(let changeSet): follow(changeSet)
        case .loaded:
            load()
            observers.notify(event)
        case .refreshed where isPending: hasRefreshed = true
        case .refreshed, .failed: observers.notify(event)
        }
    }

    private func load() {
        guard !isLoaded, live.isLoaded, live.isCounted else { return }
        isLoaded = true
        shown = outline()
        lastReadAt = live.readAt
    }

    private func follow(_ changeSet: ChangeSet) {
        let map = PathMap(changeSet)
        for change in changeSet.changes { record(change, map) }
        guard !isPending else { return }
        isPending = true
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in self?.flush() }
    }

    /// An inserted row may have existed at the beginning of the turn, with another item.
    private func record(_ change: Change, _ map: PathMap) {
        switch change {
        case .rowChanged(let path): map[path].map { recordChanged($0) }
        case .rowInserted(let path): recordChanged(path)
        case .sectionInserted(let number):
            guard number < live.sectionCount else { return }
            for row in 0..<live.rowCount(in: number) { recordChanged(IndexPath(section: number, row: row)) }
        case .sectionDeleted, .sectionChanged, .sectionMoved, .rowDeleted, .rowMoved: break
        }
    }

    /// The inner list may have changed again since, if an earlier observer of the change has changed it.
    private func recordChanged(_ path: IndexPath) {
        guard live.hasRow(at: path) else { return }
        changed.insert(ExactName(live.id(at: path)))
    }

    private func flush() {
        let new = outline()
        var changeSet = shown.changeSet(to: new)
        changeSet.changes += changesOfContent(PathMap(changeSet))
        isPending = false
        shown = new
        changed = []
        lastReadAt = live.readAt
        if let displayed { live.display(displayed) }
        displayed = nil
        if !changeSet.isEmpty { observers.notify(.changed(changeSet)) }
        guard hasRefreshed else { return }
        hasRefreshed = false
        observers.notify(.refreshed)
    }

    private func changesOfContent(_ map: PathMap) -> [Change] {
        guard !changed.isEmpty else { return [] }
        return shown.sections.enumerated().flatMap { number, section in
            section.items.indices.filter { changed.contains(section.items[$0]) }
                .map { IndexPath(section: number, row: $0) }
        }.filter { map[$0] != nil }.map { .rowChanged($0) }
    }

    private func outline() -> Snapshot<Section, ExactName> {
        Snapshot(
            unchecked: (0..<live.sectionCount).map { number in
                let paths = (0..<live.rowCount(in: number)).map { IndexPath(section: number, row: $0) }
                return SnapshotSection(live.section(at: number), items: paths.map { ExactName(live.id(at: $0)) })
            })
    }
}
