import Changes
import DataSources
import Loop

/// The result of a query that the test completes.
@SceneActor final class People: FetchedResults {
    private(set) var isLoaded = false
    private(set) var displayed: [Range<Int>] = []
    private var rows: [Person] = []
    /// Whether rows exist only after ``read()``, which reads the rows on display.
    var readsOnDisplay = false
    private var isRead = false
    var isKnownToBeCurrent = true
    func checkIsCurrent() -> Bool { isKnownToBeCurrent }
    var readAt: ContinuousClock.Instant?
    var onEvent: ((ListEvent) -> Void)?

    var count: Int { rows.count }
    func id(at position: Int) -> String { rows[position].id }
    func position(of id: String) -> Int? { rows.firstIndex { ExactName($0.id) == ExactName(id) } }
    func element(at position: Int) -> Person? { readsOnDisplay && !isRead ? nil : rows[position] }
    func display(_ ranges: [Range<Int>]) { displayed = ranges }

    /// Completes the query, as a new result or with changes.
    func answer(_ ids: [String]) {
        answer(ids.map { Person(id: $0) })
    }

    func answer(_ new: [Person]) {
        var changes = ListDifference(from: rows.map(\.id), to: new.map(\.id)).changeSet().changes
        for (row, old) in rows.enumerated()
        where new.contains(where: { ExactName($0.id) == ExactName(old.id) && $0 != old }) {
            changes.append(.rowChanged(IndexPath(section: 0, row: row)))
        }
        rows = new
        isRead = false
        readAt = .now
        if !isLoaded {
            isLoaded = true
            onEvent?(.loaded)
        } else {
            onEvent?(.changed(ChangeSet(changes)))
        }
        onEvent?(.refreshed)
    }

    /// The rows on display are read.
    func read() {
        isRead = !displayed.isEmpty
        onEvent?(.loaded)
    }

    func fail(_ code: String?) {
        onEvent?(.failed(code.map { ListProblem(code: $0, message: "") }))
    }

    func list(_ section: String) -> FetchedDataSource<Person, Cell> {
        FetchedDataSource(self, section: Section(id: section)) { Cell($0) }
    }
}
