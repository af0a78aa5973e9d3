import JSON
import Loop
import Scenes
import Serving
import TestSupport
import ViewModels

/// A personal desk with a note, and with work that takes as long as the test wants.
@SceneActor final class DeskViewModel: ViewModel {
    @Input var note = ""
    @Input var number = Int.max
    @Output var numbers = [Int.min, 1 << 53, 1 << 53 + 1]
    let begun = Gate()
    let end = Gate()

    init() {
        super.init(screen: "desk", title: "Desk")
        commands = [
            Command("work", title: "Work") { [begun, end] _ in
                begun.open()
                await end.pass()
            },
            Command("fail", title: "Fail") { [unowned self] _ in
                note = "failed"
                throw CommandFailure.invalid(message: "No.", fields: [:])
            },
        ]
    }
}

/// Desks of the visitors' own, halls and an archive for all, and cupboards that are not there.
@SceneActor final class Office: AppCoordinator {
    private(set) var desks: [DeskViewModel] = []
    /// Opens when the first desk is there.
    let hasDesk = Gate()
    private(set) var halls: [ViewModel] = []
    private(set) var counters: [CounterViewModel] = []
    /// The content of `/late`.
    let late = LateRows()
    /// The sales of each counter.
    var sales: [Int] { counters.map(\.sold) }
    /// Opens when the first counter is there.
    let hasCounter = Gate()

    override init() {
        super.init()
        personal("/desk") { [unowned self] _ in
            desks.append(DeskViewModel())
            hasDesk.open()
            return desks[desks.count - 1]
        }
        screen(RoutePattern("/halls/{number}?made-up", Int.self)) { [unowned self] _, _ in
            halls.append(ViewModel(screen: "hall"))
            return halls[halls.count - 1]
        }
        personal("/account") { _, visitor in
            guard let name = visitor.notes["name"]?.stringValue else { return SignInViewModel(visitor) }
            return AccountViewModel(name, visitor)
        }
        personal("/safe") { _, visitor in SafeViewModel(isOpen: visitor.notes["name"] == "ada") }
        screen("/late") { [unowned self] _ in LateViewModel(late) }
        screen("/archive") { _ in ArchiveViewModel(shelf: ArchiveViewModel()) }
        personal(RoutePattern("/cupboards/{number}", Int.self)) { _, _ in nil }
        personal(RoutePattern("/drawers/{number}", Int.self)) { _, _ in DeskViewModel() }
        screen("/counter?till") { [unowned self] _ in
            counters.append(CounterViewModel())
            hasCounter.open()
            return counters[counters.count - 1]
        }
    }
}

/// A server of an office.
struct OfficeServer: Sendable {
    let office: Office
    let port: Int
    private let site: Site

    var http: HTTPClient { HTTPClient(port: port) }

    @SceneActor init(_ change: (inout Settings) -> Void) throws {
        var settings = Settings()
        settings.port = 0
        settings.publicDirectory = PublicFolder.find()
        change(&settings)
        office = Office()
        site = Site(
            coordinator: office, files: StaticFiles(directory: settings.publicDirectory), settings: settings)
        port = Int(try site.start().split(separator: ":").last ?? "") ?? 0
    }

    func stop() async { await site.stop() }
}

/// Runs a body with a server, and always stops the server.
func withOffice(
    _ change: @escaping @Sendable (inout Settings) -> Void = { _ in },
    _ body: @Sendable (OfficeServer) async throws -> Void
) async throws {
    let server = try await OfficeServer(change)
    let result: Result<Void, any Error>
    do {
        result = .success(try await body(server))
    } catch {
        result = .failure(error)
    }
    await server.stop()
    try result.get()
}

extension HTTPAnswer {
    /// The cookie that a browser would send back.
    var cookie: String? { headers["set-cookie"].map { String($0.prefix { $0 != ";" }) } }
}
