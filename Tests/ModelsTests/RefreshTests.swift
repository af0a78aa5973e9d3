import DataSources
import JSON
import Loop
import Models
import Observation
import Stores
import Tables
import TestSupport
import Testing
import ViewModels

@SceneActor private final class ArtistCell: CellViewModel, RecordCell {
    @Bound var record: Record

    init(_ record: Record) {
        self.record = record
        super.init(template: "artist")
    }

    override func updateOutputs() { title = record["Name"] ?? "" }
}

/// A service that the test completes.
@Observable @SceneActor private final class Service {
    private(set) var calls = 0
    private(set) var cancellations = 0
    @ObservationIgnored var answers: [Gate] = []
    @ObservationIgnored var failure: APIFailure?

    func names() async throws -> [String] {
        let gate = Gate()
        answers.append(gate)
        calls += 1
        await gate.pass()
        if Task.isCancelled { cancellations += 1 }
        try Task.checkCancellation()
        if let failure { throw failure }
        return ["Can", "Neu!"]
    }
}

@SceneActor private final class ArtistsViewModel: ViewModel {
    let store: Store
    let service: Service
    lazy var refresh = Refresh(of: self) { [store, service] in
        let names = try await service.names()
        try await store.write(names.map { .insert(table: "Artist", values: ["Name": .string($0)]) })
    }

    init(_ store: Store, _ service: Service) {
        self.store = store
        self.service = service
        super.init()
    }

    override func load() async {
        list = CellList(store.list("Artist", sort: ["Name"]) { ArtistCell($0) })
        refresh.start()
    }
}

@Suite(.timeLimit(.minutes(5))) struct RefreshTests {
    @SceneActor private func withScreen(
        _ body: @SceneActor (ArtistsViewModel, Service, Shown) async throws -> Void
    ) async throws {
        try await Library.open { library in
            let service = Service()
            let screen = ArtistsViewModel(library.store, service)
            screen.activate()
            guard let list = screen.list else { throw ClientError("there is no list") }
            try await body(screen, service, Shown(list, of: screen))
            screen.deactivate()
        }
    }

    @Test @SceneActor func storedRowsAreShownBeforeTheResponse() async throws {
        try await withScreen { screen, service, shown in
            try await until("what is stored is shown") { shown.count == 2 && service.calls == 1 }
            #expect(screen.refresh.isRunning && screen.refresh.date == nil)
            service.answers[0].open()
            try await until("what came is shown") { shown.count == 4 }
            try await screen.refresh.run(ending: service)
            #expect(screen.refresh.date != nil && screen.problem == nil)
        }
    }

    @Test @SceneActor func aFailureIsStateAndTheRowsStay() async throws {
        try await withScreen { screen, service, shown in
            try await until("what is stored is shown") { shown.count == 2 && service.calls == 1 }
            service.failure = APIFailure(status: 444, message: "The service did not respond.")
            service.answers[0].open()
            try await until("the problem is shown") { shown.problem?.code == "refresh-failed" }
            #expect(screen.problem?.message == "The service did not respond." && shown.count == 2)
            service.failure = nil
            screen.refresh.start()
            try await until("it is asked again") { service.calls == 2 }
            service.answers[1].open()
            try await until("the problem is over") { shown.problem == nil && shown.count == 4 }
        }
    }

    @Test @SceneActor func oneRefreshRunsAtATime() async throws {
        try await withScreen { screen, service, shown in
            try await until("it is asked") { service.calls == 1 }
            screen.refresh.start()
            screen.reload()
            service.answers[0].open()
            try await until("what came is shown") { shown.count == 4 || service.calls > 1 }
            #expect(service.calls == 1)
        }
    }

    @Test @SceneActor func aRefreshWithoutViewersIsCancelled() async throws {
        try await withScreen { screen, service, _ in
            try await until("it is asked") { service.calls == 1 }
            screen.deactivate()
            try await until("it is cancelled") { service.cancellations == 1 }
            #expect(!screen.refresh.isRunning && screen.problem == nil && screen.refresh.date == nil)
        }
    }
}

extension Refresh {
    /// Waits for the running refresh, or runs another.
    @SceneActor fileprivate func run(ending service: Service) async throws {
        guard isRunning else { return }
        try await run()
    }
}

/// A client's view of a screen with a list.
@Observable @SceneActor private final class Shown {
    private(set) var count = 0
    private(set) var problem: ListProblem?
    @ObservationIgnored private var observations: [AnyObject] = []

    init(_ list: any DataSource<Cell>, of viewModel: ViewModel) {
        observations = [
            list.observe { [weak self, unowned list] _ in self?.count = list.totalRowCount },
            viewModel.observeScene { [weak self, unowned viewModel] _ in self?.problem = viewModel.problem },
        ]
        list.display([0..<100])
    }
}
