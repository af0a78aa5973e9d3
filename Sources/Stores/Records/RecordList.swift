import DataSources
import Lists
import Loop
import Tables

/// A store whose records tell which conditions of rules they met when they were read.
@SceneActor package protocol RuledStore {
    /// Returns the conditions for the rows of a table; see ``Record/meets(condition:)``.
    func conditions(ofRowsIn table: String) -> [Expression]
}

/// A live list whose rows are records. It closes when it is released.
@SceneActor package final class RecordList: FetchedResults {
    package var onEvent: ((ListEvent) -> Void)?
    /// Called with the rows that were read, before `onEvent`.
    var onRead: (([Record]) -> Void)?
    private let list: LiveList
    private let columns: RecordColumns
    private let store: any RecordStore  // a list must not be closed after its store is gone

    package init(_ query: Query, in store: any RecordStore) {
        var query = query
        if case .rows = query.subject, let store = store as? any RuledStore {
            query.computed = store.conditions(ofRowsIn: query.tableName).map(ComputedValue.condition)
        }
        self.store = store
        columns = RecordColumns(query)
        list = store.open(query)
        list.onEvent = { [weak self] in self?.receive($0) }
    }

    /// Creates a list of the row with this id, if it exists, and displays it at once.
    package convenience init(_ table: String, _ id: String, in store: any RecordStore) {
        var query = Query(table: table, columns: store.columns(of: table, among: nil))
        query.key = id
        self.init(query, in: store)
        display([0..<1])
    }

    isolated deinit {
        list.close()
    }

    package var isLoaded: Bool { list.isLoaded }
    package func checkIsCurrent() -> Bool { list.checkIsCurrent() }
    package var readAt: ContinuousClock.Instant? { list.readAt }
    package var count: Int { list.count }
    package var isCounted: Bool { list.isCounted }
    package var sectionCount: Int { list.sectionCount }
    package func section(at number: Int) -> FetchedSection? { list.section(at: number) }
    package func rows(ofSection number: Int) -> Range<Int> { list.rows(ofSection: number) }
    package func id(at position: Int) -> String { list.id(at: position) }
    package func position(of id: String) -> Int? { list.position(of: id) }
    package func element(at position: Int) -> Record? { list.element(at: position).map { Record($0, columns) } }
    package func display(_ ranges: [Range<Int>]) { list.display(ranges) }

    private func receive(_ event: ListEvent) {
        switch event {
        case .loaded, .changed: onRead?(list.rowsOnDisplay.map { Record($0, columns) })
        case .refreshed, .failed: break
        }
        onEvent?(event)
    }
}
