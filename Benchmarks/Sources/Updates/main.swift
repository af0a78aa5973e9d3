// Prints the cost of a change in a scene with a viewer, from the change of the list or the view model to the delivered
// patch. Microseconds of CPU, including the turn of the loop; the median of 31 runs of 1,000 turns.
import Changes
import DataSources
import Glibc
import JSON
import Loop
import Observables
import Scenes
import ViewModels
import Wire

/// A list of 1,000 rows in memory.
@SceneActor final class Artists: DataSource {
    private var cells = (1...1_000).map { makeCell($0, name: "Artist number \($0)") }
    private let ids = (1...1_000).map { String($0) }
    private let observers = Observers<ListEvent>()

    var isLoaded: Bool { true }
    func checkIsCurrent() -> Bool { true }
    var readAt: ContinuousClock.Instant? { nil }
    var sectionCount: Int { 1 }
    func section(at number: Int) -> Section { Section(id: "Artist") }
    func rowCount(in section: Int) -> Int { cells.count }
    func id(at path: IndexPath) -> String { ids[path.row] }
    func position(of id: String) -> Int? { ids.firstIndex(of: id) }
    func item(at path: IndexPath) -> Cell? { cells[path.row] }
    func display(_ ranges: [Range<Int>]) {}
    func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription { observers.add(body) }

    func show(_ cell: Cell, at row: Int) {
        cells[row] = cell
        observers.notify(.changed([.rowChanged(IndexPath(section: 0, row: row))]))
    }
}

func makeCell(_ number: Int, name: String) -> Cell {
    Cell(
        template: "row", title: name, subtitle: "Country \(number % 40)", href: "/Artist/\(number)",
        can: ["edit", "delete"],
        fields: ["Founded": .int(Int64(1_900 + number)), "Members": 4])
}

/// The viewer. It counts patches.
@SceneActor final class Watcher: ViewObserver {
    let viewerCount = 1
    private(set) var count = 0
    func viewDidUpdate(_ update: Update) { count += 1 }
    func viewDidNavigate(_ navigation: Navigation) {}
    func viewDidEnd(code: String) {}
}

@SceneActor final class House: AppCoordinator {
    let artists = Artists()
    private(set) lazy var viewModel = ViewModel(screen: "table", title: "Artist", list: artists)

    override init() {
        super.init()
        viewModel.inputs = ["search": "", "sort": ""]
        viewModel.documentMembers["columns"] = ["ArtistId", "Name", "Country", "Founded", "Members"]
        viewModel.commands = [Command("insert", title: "New", arguments: ["Name": .argument("text", isRequired: true)])]
        screen("/Artist") { [unowned self] _ in viewModel }
    }
}

/// Returns the view of the first 50 rows.
@SceneActor func makeView(in registry: SceneRegistry) -> View {
    let visitor = SessionTicket(id: nil, in: Sessions(limit: 1, lifetime: .seconds(100), path: nil))
    var found: Scene?
    if let route = Route("/Artist") { registry.find(route, for: visitor) { found = try? $0.get() } }
    guard let found else { fatalError("no scene") }
    return found.view(at: .start(0), count: 50)
}

/// The processor time of this process so far, in microseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// Prints the cost of a body and the end of its turn.
@SceneActor func show(_ name: String, _ body: @SceneActor (Int) -> Void) async {
    var runs: [Double] = []
    for _ in 0..<31 {
        let start = processorTime()
        for turn in 0..<1_000 {
            body(turn)
            await Task.yield()
        }
        runs.append((processorTime() - start) / 1_000)
    }
    print("| \(name), µs of CPU | \((runs.sorted()[15] * 100).rounded() / 100) | |")
}

let house = await House()
let registry = await SceneRegistry(coordinator: house, linger: .seconds(1_000), limit: 10)
let view = await makeView(in: registry)
let watcher = Watcher()
let cells = ["A new name", "Another name"].map { makeCell(21, name: $0) }
await view.add(watcher)
await Task.yield()
await show("a turn of the loop in which nothing changes") { _ in }
await show("one row of 50 changes, delivered to a viewer") { house.artists.show(cells[$0 % 2], at: 20) }
await show("one output changes, delivered to a viewer") { house.viewModel.outputs["turn"] = .int(Int64($0)) }
let count = await watcher.count
precondition(count >= 60_000, "\(count) patches")
