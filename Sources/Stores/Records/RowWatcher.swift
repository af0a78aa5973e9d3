import Changes
import Loop

/// Reports when rows of a set are changed or deleted by any process. It reports after each commit, with all its effects
/// at once.
///
///     let watcher = RowWatcher(store, onDelete: { [unowned self] rows in selection.subtract(rows) })
///     watcher.watch(RowKey("Album", "7"))
///
/// Writing equal values is no change, and an inserted row is not reported. Reports about a row begin with its first
/// reading, see ``loaded()``. A row that is deleted and inserted again between two readings counts as changed if its
/// values differ. A row whose key changes counts as deleted. Reports end with the watcher.
///
/// - Complexity: 50 bytes a row, and one look-up by key for each watched row after every commit, off the loop.
@SceneActor public final class RowWatcher {
    /// The watched rows.
    public private(set) var rows: Set<RowKey> = []

    private let store: Store
    private let onChange: (@SceneActor (Set<RowKey>) -> Void)?
    private let onDelete: (@SceneActor (Set<RowKey>) -> Void)?
    private var tables: [ExactName: WatchedRows] = [:]
    private var isDirty = false

    /// Creates a watcher without rows.
    ///
    /// - Parameters:
    ///   - onChange: Called with rows whose values have changed.
    ///   - onDelete: Called with deleted rows. For a commit that does both, `onChange` is called first.
    public init(
        _ store: Store, onChange: (@SceneActor (Set<RowKey>) -> Void)? = nil,
        onDelete: (@SceneActor (Set<RowKey>) -> Void)? = nil
    ) {
        self.store = store
        self.onChange = onChange
        self.onDelete = onDelete
    }

    /// Watches a row. Has no effect if the row is already watched or does not exist.
    public func watch(_ row: RowKey) {
        if rows.insert(row).inserted { setNeedsReading() }
    }

    /// Watches rows.
    public func watch(_ rows: some Sequence<RowKey>) {
        for row in rows { watch(row) }
    }

    /// Stops watching a row.
    public func unwatch(_ row: RowKey) {
        if rows.remove(row) != nil { setNeedsReading() }
    }

    /// Stops watching all rows.
    public func unwatchAll() {
        rows = []
        tables = [:]
    }

    /// Returns whether every commit to the watched rows has been reported. Checks for a new one. O(watched rows / 500).
    public func checkIsCurrent() -> Bool { !isDirty && tables.values.allSatisfy { $0.checkIsCurrent() } }

    /// Returns whether all watched rows have been read, with every commit before this time. Later commits that the
    /// store's lists show have been reported as well.
    package func isRead(since time: ContinuousClock.Instant? = nil) -> Bool {
        !isDirty && tables.values.allSatisfy { $0.isRead(since: time) }
    }

    /// Returns when the rows that are watched now have been read, or when the caller's task is cancelled. Later changes
    /// are reported.
    public func loaded() async {
        read()
        for table in tables.values { await table.gate.pass() }
    }

    private func setNeedsReading() {
        guard !isDirty else { return }
        isDirty = true
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in self?.read() }
    }

    /// Starts reading the watched rows.
    private func read() {
        guard isDirty else { return }
        isDirty = false
        let groups = Dictionary(grouping: rows, by: \.tableName)
        tables = tables.filter { groups[$0.key] != nil }
        for (table, keys) in groups {
            let watched = tables[table] ?? WatchedRows(of: table, in: store) { [weak self] in self?.notify($0, $1) }
            tables[table] = watched
            watched.watch(Set(keys.map(\.exactName)))
        }
    }

    private func notify(_ changed: Set<RowKey>, _ deleted: Set<RowKey>) {
        let changed = changed.intersection(rows)
        let deleted = deleted.intersection(rows)
        if !changed.isEmpty { onChange?(changed) }
        if !deleted.isEmpty { onDelete?(deleted) }
    }
}
