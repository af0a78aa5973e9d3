import Changes
import DataSources
import Loop
import Observables

/// A list of cell view models for a scene. It keeps the displayed cells current and reports a changed cell as a changed
/// row.
///
///     list = CellList(MutableArrayDataSource(tracks) { TrackCell($0) })
@SceneActor public final class CellList<Item: CellViewModel>: DataSource {
    private let source: any DataSource<Item>
    private let observers = Observers<ListEvent>()
    private var observation: Subscription?
    private var shown: [ExactName: ShownCell] = [:]
    private var displayed: [Range<Int>] = []
    private var isTidy = true  // whether `shown` holds displayed rows only
    private var changed: Set<ExactName> = []

    /// A cell view model on display, with its latest cell.
    private struct ShownCell {
        let item: Item
        let observation: Subscription
        var path: IndexPath
        var cell: Cell?
    }

    /// Creates a list that shows the rows of `source` as cells.
    public init(_ source: any DataSource<Item>) {
        self.source = source
        observation = source.observe { [weak self] in self?.receive($0) }
    }

    isolated deinit {
        for cell in shown.values { cell.item.disappear() }
    }

    /// Whether the list is known.
    public var isLoaded: Bool { source.isLoaded }
    /// Returns whether no change of a row or of a displayed cell is pending.
    public func checkIsCurrent() -> Bool { source.checkIsCurrent() && changed.isEmpty }
    /// When the read of the models that the list shows began.
    public var readAt: ContinuousClock.Instant? { source.readAt }
    /// Whether the rows are counted.
    public var isCounted: Bool { source.isCounted }
    /// Whether rows are still being found.
    public var isSearching: Bool { source.isSearching }
    /// The number of sections.
    public var sectionCount: Int { source.sectionCount }
    /// Returns a section's properties, such as its title.
    public func section(at number: Int) -> Section { source.section(at: number) }
    /// Returns the number of rows in a section.
    public func rowCount(in section: Int) -> Int { source.rowCount(in: section) }
    /// Returns the id of a row.
    public func id(at path: IndexPath) -> String { source.id(at: path) }
    /// Returns the position of the row with this id.
    public func position(of id: String) -> Int? { source.position(of: id) }
    /// Passes the editing mode to the source.
    public func setEditing(_ isEditing: Bool) { source.setEditing(isEditing) }
    /// Returns the permitted edits of a row.
    public func rights(at path: IndexPath) -> RowRights { source.rights(at: path) }
    /// Passes an edit to the source.
    public func perform(_ edit: RowEdit, at path: IndexPath) async throws {
        if source.hasRow(at: path) { _ = source.item(at: path)?.updated }
        try await source.perform(edit, at: path)
    }

    /// Returns the cell of a row: the same object until its content or its position changes.
    public func item(at path: IndexPath) -> Cell? {
        guard let item = source.item(at: path) else { return nil }
        let name = ExactName(source.id(at: path))
        var entry = show(item, as: name, at: path)
        if let cell = entry.cell, entry.path == path { return cell }
        let cell = item.cell(at: path, with: source.rights(at: path))
        // Content that does not depend on the position keeps its object, so that its bytes are not encoded again.
        let result = entry.cell.flatMap { $0.content == cell.content ? $0 : nil } ?? cell
        entry.path = path
        entry.cell = result
        shown[name] = entry
        return result
    }

    /// Sets the displayed rows. Their cell view models are kept current; those of other rows are released.
    public func display(_ ranges: [Range<Int>]) {
        source.display(ranges)
        guard ranges != displayed || !isTidy else { return }
        displayed = ranges
        isTidy = true
        let total = source.totalRowCount
        let rows = ranges.lazy.flatMap { $0.clamped(to: 0..<total) }
        let kept = Set(rows.map { ExactName(self.source.id(at: self.source.path(at: $0))) })
        for (name, cell) in shown where !kept.contains(name) { cell.item.disappear() }
        shown = shown.filter { kept.contains($0.key) }
    }

    /// Calls `body` with each event while the subscription exists.
    public func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        observers.add(body)
    }

    private func show(_ item: Item, as name: ExactName, at path: IndexPath) -> ShownCell {
        if let known = shown[name] {
            if known.item === item { return known }
            known.item.disappear()
        }
        item.appear()
        let observation = item.observe { [weak self] in self?.record(name) }
        let entry = ShownCell(item: item, observation: observation, path: path, cell: nil)
        shown[name] = entry
        isTidy = false
        return entry
    }

    private func receive(_ event: ListEvent) {
        if case .changed = event { isTidy = false }
        observers.notify(event)
    }

    /// Records a changed cell and reports it at the end of the turn.
    private func record(_ name: ExactName) {
        shown[name]?.cell = nil
        guard changed.insert(name).inserted, changed.count == 1 else { return }
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in self?.notifyChanges() }
    }

    private func notifyChanges() {
        let names = changed.filter { shown[$0] != nil }
        changed = []
        let paths = names.compactMap(place)
        if !paths.isEmpty { observers.notify(.changed(ChangeSet(paths.sorted().map { .rowChanged($0) }))) }
    }
}

extension CellList {
    /// Returns the position of a row: usually its last known one. O(rows) if the row has moved since.
    private func place(of name: ExactName) -> IndexPath? {
        if let path = shown[name]?.path, path.section < sectionCount, path.row < rowCount(in: path.section),
            ExactName(id(at: path)) == name
        {
            return path
        }
        return position(of: name.text).map { path(at: $0) }
    }
}

/// A list made of cell view models.
@SceneActor protocol CellProvider {
    func cellViewModel(at path: IndexPath) -> CellViewModel?
}

extension CellList: CellProvider {
    func cellViewModel(at path: IndexPath) -> CellViewModel? { source.item(at: path)?.updated }
}
