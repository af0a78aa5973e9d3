import DataSources
import Loop

/// Tells when anything in a table or view is different, whoever did it: after the commit.
///
///     let watcher = TableWatcher(store, "Track") { [unowned self] in totals.recompute() }
///
/// What was written and taken back, or written with the same values, is no difference. It is told from the first look on,
/// see ``loaded()``, and ends with the watcher.
///
/// - Complexity: after a commit that touches the table, or a table that the view reads, the whole of it is read, off the
///   loop, in the lane of slow lists: about a second for some million values. It keeps nothing in memory.
@SceneActor public final class TableWatcher {
    private let list: LiveList
    private let store: Store  // a list must not be closed after its store is gone
    private let gate = Gate()
    private let onChange: @SceneActor () -> Void
    private var digest: SQLValue?

    /// Watches the table of this name.
    public init(_ store: Store, _ table: String, onChange: @escaping @SceneActor () -> Void) {
        self.store = store
        self.onChange = onChange
        list = store.open(.digest(of: table))
        list.onEvent = { [weak self] in self?.hear($0) }
        list.display([0..<1])
    }

    isolated deinit {
        list.close()
    }

    /// Returns when the table has been read for the first time, or when the caller's task is cancelled.
    public func loaded() async {
        await gate.pass()
    }

    private func hear(_ event: ListEvent) {
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
