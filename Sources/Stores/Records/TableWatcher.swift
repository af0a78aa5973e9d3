import DataSources
import Lists
import Loop
import Tables

/// Reports when the content of a table or view has changed, by any program, after the commit.
///
///     let watcher = TableWatcher(store, "Track") { [unowned self] in totals.recompute() }
///
/// Writes that were reverted, or that wrote equal values, are no change. Reports begin after the first reading, see
/// ``loaded()``, and end with the watcher.
///
/// - Complexity: After a commit that touches the table, or a table that the view reads, all of it is read, off the
///   loop, in the lane of slow lists. That takes about a second for some million values. It keeps nothing in memory.
@SceneActor public final class TableWatcher {
    private let list: LiveList
    private let store: Store  // a list must not be closed after its store is gone
    private let gate = Gate()
    private let onChange: @SceneActor () -> Void
    private var digest: SQLValue?

    /// Creates a watcher of the table with this name.
    public init(_ store: Store, _ table: String, onChange: @escaping @SceneActor () -> Void) {
        self.store = store
        self.onChange = onChange
        list = store.open(.digest(of: table))
        list.onEvent = { [weak self] in self?.receive($0) }
        list.display([0..<1])
    }

    isolated deinit {
        list.close()
    }

    /// Returns when the table has been read for the first time, or when the caller's task is cancelled.
    public func loaded() async {
        await gate.pass()
    }

    private func receive(_ event: ListEvent) {
        switch event {
        case .loaded, .changed:
            guard let digest = list.element(at: 0)?.values.first, digest != self.digest else { return }
            let isFirst = self.digest == nil
            self.digest = digest
            if !isFirst { onChange() }
        case .refreshed: gate.open()
        case .failed: break
        }
    }
}
