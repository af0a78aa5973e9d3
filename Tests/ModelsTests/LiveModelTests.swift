import DataSources
import JSON
import Lists
import Loop
import Models
import Observation
import Stores
import TestSupport
import Testing
import ViewModels

@SceneActor private final class ArtistViewModel: ViewModel {
    let artist: RowModel
    @Output var name = ""

    init(_ id: String, in store: Store) {
        artist = store.row("Artist", id)
        super.init()
        follow(artist)
    }

    override func updateOutputs() { name = artist["Name"] ?? "nobody" }
    override func load() async { await artist.loaded() }
}

/// The events of a screen that a scene receives.
@Observable @SceneActor private final class Heard {
    private(set) var refreshes = 0
    private(set) var problem: ListProblem?
    @ObservationIgnored private var observation: AnyObject?

    init(_ viewModel: ViewModel) {
        observation = viewModel.observeScene { [weak self, unowned viewModel] event in
            if case .refreshed = event { self?.refreshes += 1 }
            self?.problem = viewModel.problem
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct LiveModelTests {
    @Test @SceneActor func aScreenKnowsAboutAPendingCommit() async throws {
        try await Library.open { library in
            let screen = ArtistViewModel("1", in: library.store)
            let heard = Heard(screen)
            screen.activate()
            try await until("it is shown") { screen.artist.isLoaded }
            try await library.database.run("UPDATE Artist SET Name = 'AC-DC' WHERE Id = 1")
            #expect(!screen.checkIsCurrent() || screen.artist["Name"] == "AC-DC")
            let before = screen.readAt
            #expect(before != nil)
            try await until("the commit is shown") { heard.refreshes > 0 && screen.artist["Name"] == "AC-DC" }
            try await until("the outputs follow") { screen.name == "AC-DC" }
            #expect(screen.checkIsCurrent())
            screen.deactivate()
        }
    }

    @Test @SceneActor func theProblemOfAModelIsThatOfTheScreenWhileItLasts() async throws {
        try await Library.open { library in
            let screen = ArtistViewModel("1", in: library.store)
            let heard = Heard(screen)
            screen.activate()
            try await until("it is shown") { screen.artist.isLoaded }
            try await blocking { [database = library.database] in try database.move(to: database.path + ".away") }
            try await until("the problem is shown") { heard.problem?.code == "database-missing" }
            #expect(screen.outputs["name"] == "AC/DC")
            try await blocking { [path = library.database.path] in _ = try Shell.run("mv", [path + ".away", path]) }
            try await until("the problem is over") { heard.problem == nil }
            screen.deactivate()
        }
    }

    @Test @SceneActor func anUnfollowedModelDoesNotCount() async throws {
        try await Library.open { library in
            let screen = ArtistViewModel("1", in: library.store)
            #expect(screen.readAt == nil)
            screen.unfollow(screen.artist)
            #expect(screen.checkIsCurrent() && screen.readAt == nil)
            await screen.artist.loaded()
            screen.follow(screen.artist)
            screen.follow(screen.artist)
            #expect(screen.readAt == screen.artist.readAt)
            screen.unfollow(screen.artist)
            #expect(screen.readAt == nil)
        }
    }
}
