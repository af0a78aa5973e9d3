import Changes
import Loop

/// Tells when rows of a set are changed or deleted, by any process: after each commit, and of all that it did at once.
///
///     let watcher = RowWatcher(store, onDelete: { [unowned self] rows in selection.subtract(rows) })
///     watcher.watch(RowKey("Album", "7"))
///
/// A row that is written with the values it has is not changed, a row that comes is neither. What happens to a row is told
/// from when the database was first looked at for it, see ``loaded()``; one that is deleted and inserted again between two
/// looks has changed, if anything of it has. A row whose key becomes another is deleted. It ends with the watcher.
///
/// - Complexity: 50 bytes a row, and one look-up by key for each watched row after every commit, off the loop.
@SceneActor public final class RowWatcher {
    /// The rows that are watched.
    public private(set) var rows: Set<RowKey> = []

    private let store: Store
    private let onChange: (@SceneActor (Set<RowKey>) -> Void)?
    private let onDelete: (@SceneActor (Set<RowKey>) -> Void)?
    private var tables: [RowName: WatchedRows] = [:]
    private var isDirty = false

    /// A watcher of nothing yet.
    ///
    /// - Parameters:
    ///   - onChange: Told of rows that have other values now.
    ///   - onDelete: Told of rows that are gone. Of a commit that does both, changes are told first.
    public init(
        _ store: Store, onChange: (@SceneActor (Set<RowKey>) -> Void)? = nil,
        onDelete: (@SceneActor (Set<RowKey>) -> Void)? = nil
    ) {
        self.store = store
        self.onChange = onChange
        self.onDelete = onDelete
    }

    /// Watches a row; nothing happens if it is watched already, or if there is none.
    public func watch(_ row: RowKey) {
        if rows.insert(row).inserted { setNeedsReading() }
    }

    /// Watches rows.
    public func watch(_ rows: some Sequence<RowKey>) {
        for row in rows { watch(row) }
    }

    /// Lets a row be.
    public func unwatch(_ row: RowKey) {
        if rows.remove(row) != nil { setNeedsReading() }
    }

    /// Lets every row be.
    public func unwatchAll() {
        rows = []
        tables = [:]
    }

    /// Returns when it is known how the rows are that are watched now, or when the caller's task is cancelled: what happens
    /// to them from then on is told.
    public func loaded() async {
        read()
        for table in tables.values { await table.gate.pass() }
    }

    private func setNeedsReading() {
        guard !isDirty else { return }
        isDirty = true
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in self?.read() }
    }

    /// Has the rows read that are watched now.
    private func read() {
        guard isDirty else { return }
        isDirty = false
        let groups = Dictionary(grouping: rows, by: \.tableName)
        tables = tables.filter { groups[$0.key] != nil }
        for (table, keys) in groups {
            let watched = tables[table] ?? WatchedRows(of: table, in: store) { [weak self] in self?.tell($0, $1) }
            tables[table] = watched
            watched.watch(Set(keys.map(\.rowName)))
        }
    }

    private func tell(_ changed: Set<RowKey>, _ deleted: Set<RowKey>) {
        let changed = changed.intersection(rows)
        let deleted = deleted.intersection(rows)
        if !changed.isEmpty { onChange?(changed) }
        if !deleted.isEmpty { onDelete?(deleted) }
    }
}
