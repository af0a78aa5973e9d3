import FoundationEssentials
import Oriel

/// The screens of the workbench and their routes.
@SceneActor final class Workbench: AppCoordinator {
    static let team = RoutePattern("/team/{id}", Int.self)

    private let venue = Venue()
    private let board = Board()
    private let log = EventLog()
    private let people = People()
    let label = JarLabel()
    let images: FileFolder
    private let shelf = ArrayModel<Paper>([])
    private let forge = Forge()

    override init() {
        let folder = FileManager.default.temporaryDirectory.appending(path: "oriel-workbench")
        images = FileFolder(folder.path, at: "/images") { [people, label] in
            [people.picture, label.photo].contains($0)
        }
        let papers = FileFolder(folder.path + "-papers", at: "/papers") { [shelf] address in
            shelf.elements.contains { $0.file.address == address }
        }
        super.init()
        files(images)
        files(papers) { [shelf] address, file in
            guard let known = shelf.elements.first(where: { $0.file.address == address }) else { return }
            (file.name, file.type) = (known.file.name, known.file.type)
        }
        screen("/attachments") { [shelf] _ in AttachmentsViewModel(shelf, papers) }
        screen("/") { _ in HomeViewModel(Self.menu) }
        screen("/demo") { [venue] _ in DemoViewModel(venue) }
        screen("/threading") { [log] _ in ThreadingViewModel(log) }
        screen("/table") { [board] _ in BoardViewModel(board, as: .table) }
        screen("/collection") { [board] _ in BoardViewModel(board, as: .grid) }
        screen("/pages") { [board] _ in BoardViewModel(board, as: .pages) }
        screen("/columns") { [board] _ in BoardViewModel(board, as: .columns) }
        personal("/diffable") { _ in DiffableViewModel() }
        personal("/embedding") { [board] _ in EmbeddingViewModel(board) }
        personal("/custom") { _ in CustomViewModel() }
        personal("/basic") { _ in BasicViewModel() }
        screen("/filter?show&digits") { _ in FilterViewModel() }
        personal("/note", inputs: .perTab) { _ in NoteViewModel() }
        personal("/car") { _ in CarViewModel() }
        personal("/editing") { [people, images] _ in EditingViewModel(people, images: images) }
        personal("/login") { [unowned self] _, visitor in LoginViewModel(forge, self, visitor) }
        personal("/account") { _, visitor in AccountViewModel(visitor) }
        screen("/index?from") { route in IndexViewModel(from: route["from"] ?? "") }
        screen("/repositories") { [unowned self] _ in RepositoriesViewModel(forge, self) }
        screen("/mistakes") { _ in MistakesViewModel() }
        screen(Self.team) { [forge] _, id in forge.team(id).map { TeamViewModel($0) } }
        addKitchen()
    }

    /// Runs jobs, and shows them.
    func show(_ jobs: Jobs) {
        background(jobs)
        screen("/jobs?state") { _ in JobsViewModel(jobs) }
    }

    private static let menu = [
        MenuEntry("/demo", "Demo", "Two labels that follow a model"),
        MenuEntry("/threading", "Threading", "A live list under two writers"),
        MenuEntry("/table", "Table", "Sections as a table"),
        MenuEntry("/collection", "Collection", "The same sections as a grid"),
        MenuEntry("/pages", "Pages", "The same sections, turned page by page"),
        MenuEntry("/columns", "Columns", "The same sections side by side"),
        MenuEntry("/diffable", "Diffable", "A search that shows what changed"),
        MenuEntry("/embedding", "Embedding", "One screen within another"),
        MenuEntry("/custom", "Custom cells", "Rows that send events to their screen"),
        MenuEntry("/basic", "Basic", "A switch, a slider and a choice"),
        MenuEntry("/index", "Index", "Names grouped by their first letters"),
        MenuEntry("/filter", "Filter", "A filter that is in the address"),
        MenuEntry("/note", "Note", "An input of each tab"),
        MenuEntry("/car", "Car", "A screen that loads slowly"),
        MenuEntry("/editing", "Editing", "Insert, delete, move, swipe, and a picture"),
        MenuEntry("/mistakes", "Mistakes", "What a mistake of an app's code does"),
        MenuEntry("/login", "Sign in", "From a form to a list to a detail"),
        MenuEntry("/account", "Account", "The signed-in user, in every tab"),
    ]
}

/// The navigation between screens.
extension Workbench {
    /// Replaces the sign-in screen, so that users do not go back to it.
    var afterSigningIn: Navigation { Navigation("/repositories", style: .root) }

    /// Returns the route of a team.
    func team(_ id: Int) -> Route { Self.team.route(id) }
}

@main enum Program {
    static func main() async {
        await Oriel.run { settings in
            let workbench = Workbench()
            let claimTime: Double = try settings.app.value("claimTime") ?? 30
            if settings.store != nil {
                let store = try await Store(settings, path: "", migrations: Tally.migrations)
                workbench.show(Tally.jobs(in: store, claimTime: .seconds(claimTime)))
            }
            return workbench
        }
    }
}
