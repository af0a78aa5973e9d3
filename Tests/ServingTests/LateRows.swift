import Changes
import DataSources
import Loop
import Observables
import ViewModels

/// Three rows that are counted and read when a test permits it.
@SceneActor final class LateRows: DataSource {
    private(set) var isLoaded = false
    private var isRead = false
    private let observers = Observers<ListEvent>()

    func checkIsCurrent() -> Bool { true }
    var readAt: ContinuousClock.Instant? { isLoaded ? .now : nil }
    let sectionCount = 1
    func section(at number: Int) -> Section { Section(id: "late") }
    func rowCount(in section: Int) -> Int { isLoaded ? 3 : 0 }
    func id(at path: IndexPath) -> String { "\(path.row)" }
    func position(of id: String) -> Int? { Int(id) }
    func item(at path: IndexPath) -> Cell? { isRead ? Cell(template: "row", title: "Row \(path.row)") : nil }
    func display(_ ranges: [Range<Int>]) {}
    func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription { observers.add(body) }

    /// The number of the rows is known from now on.
    func count() {
        isLoaded = true
        observers.notify(.loaded)
    }

    /// The rows themselves are known from now on.
    func read() {
        isRead = true
        observers.notify(.loaded)
    }
}

/// A screen with such rows.
@SceneActor final class LateViewModel: ViewModel {
    init(_ rows: LateRows) {
        super.init(screen: "late", title: "Late")
        list = rows
    }
}
