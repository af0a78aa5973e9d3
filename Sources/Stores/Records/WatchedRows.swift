import Changes
import DataSources
import Lists
import Loop
import Tables

/// Watches rows of one table, by live lists of their digests.
@SceneActor final class WatchedRows {
    /// Opens when all watched rows have been read.
    private(set) var gate = Gate()
    private let table: ExactName
    private let store: Store
    private let notify: (_ changed: Set<RowKey>, _ deleted: Set<RowKey>) -> Void
    private var names: Set<ExactName> = []
    private var digests: [ExactName: SQLValue] = [:]
    private var lists: [LiveList] = []

    /// The number of rows in one query.
    private static let batch = 500

    init(of table: ExactName, in store: Store, _ notify: @escaping (Set<RowKey>, Set<RowKey>) -> Void) {
        self.table = table
        self.store = store
        self.notify = notify
    }

    isolated deinit {
        for list in lists { list.close() }
        gate.open()
    }

    /// Returns whether the lists show every commit.
    func checkIsCurrent() -> Bool { lists.allSatisfy { $0.checkIsCurrent() && $0.readAt != nil } }

    /// Returns whether all watched rows have been read, with every commit before this time.
    func isRead(since time: ContinuousClock.Instant?) -> Bool {
        lists.allSatisfy { list in list.readAt.map { $0 >= time ?? $0 } ?? false }
    }

    /// Watches exactly these rows. Known digests are kept.
    func watch(_ names: Set<ExactName>) {
        guard names != self.names else { return }
        self.names = names
        digests = digests.filter { names.contains($0.key) }
        for list in lists { list.close() }
        let ids = names.map(\.text)
        lists = stride(from: 0, to: ids.count, by: Self.batch).map { start in
            open(Array(ids[start..<min(start + Self.batch, ids.count)]))
        }
        if gate.isOpen { gate = Gate() }  // who waits at a closed gate waits for these rows too
    }

    private func open(_ ids: [String]) -> LiveList {
        var query = Query(table: table.text, columns: [])
        query.keys = ids
        query.isDigested = true
        let list = store.open(query)
        list.onEvent = { [weak self, unowned list] in self?.receive($0, ids, list) }
        list.display([0..<ids.count])
        return list
    }

    private func receive(_ event: ListEvent, _ ids: [String], _ list: LiveList) {
        switch event {
        case .loaded, .changed: compare(ids.map { ExactName($0) }, list.rowsOnDisplay)
        case .failed(let problem?) where problem.code == "gone": compare(ids.map { ExactName($0) }, [])
        case .failed: break
        case .refreshed: if lists.allSatisfy({ $0.readAt != nil }) { gate.open() }
        }
    }

    private func compare(_ names: [ExactName], _ rows: some Collection<Row>) {
        let present = Dictionary(
            rows.map { (ExactName($0.id), $0.values.first) }, uniquingKeysWith: { first, _ in first })
        var changed: Set<RowKey> = []
        var deleted: Set<RowKey> = []
        for name in names {
            let digest = present[name] ?? nil
            if let known = digests[name], known != digest {
                let key = RowKey(table.text, name.text)
                if digest == nil { deleted.insert(key) } else { changed.insert(key) }
            }
            digests[name] = digest
        }
        if !changed.isEmpty || !deleted.isEmpty { notify(changed, deleted) }
    }
}
