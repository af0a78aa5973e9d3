import JSON
import Loop
import Testing
import ViewModels

@testable import Scenes

@SceneActor private final class Music: AppCoordinator {
    static let artist = RoutePattern("/artists/{id}", Int.self)
    static let page = RoutePattern("/{page}?q&a&b", String.self)

    override init() {
        super.init()
        screen("/") { [unowned self] _ in HomeViewModel(self) }
        screen("/about") { _ in ViewModel(screen: "about") }
        screen(Self.artist) { _, id in id < 100 ? ViewModel(screen: "artist", title: "\(id)") : nil }
        screen(Self.page) { route, name in ViewModel(screen: "page", title: route["q"] ?? name) }
        personal("/account/edit") { _ in ViewModel(screen: "account") }
        files(RoutePattern("/covers/{id}", Int.self)) { id in
            guard id == 1 else { return nil }
            return { ServedFile(bytes: [1], type: "image/png", name: "cover", tag: "1") }
        }
    }

    func showArtist(_ id: Int) -> Navigation { Navigation(to: Self.artist.route(id), style: .modal) }
}

@SceneActor private final class HomeViewModel: ViewModel {
    private weak var coordinator: Music?

    init(_ coordinator: Music) {
        self.coordinator = coordinator
        super.init()
        commands = [
            Command("open", title: "Open") { [unowned self] call in
                call.navigation = self.coordinator?.showArtist(call["id"] ?? 0)
            }
        ]
        commands[0].arguments = ["id": .argument("integer")]
    }
}

@Suite(.timeLimit(.minutes(5))) @SceneActor struct AppCoordinatorTests {
    private let music = Music()

    private func route(_ text: String) throws -> Route { try #require(Route(text)) }

    private func plan(_ text: String) throws -> ScreenPlan { try music.screen(for: try route(text), as: .nobody) }

    @Test func theFirstPatternThatFitsMakesTheScreen() throws {
        #expect(try plan("/").makeViewModel().screen == "home")
        #expect(try plan("/about").makeViewModel().screen == "about")
        #expect(try plan("/other").makeViewModel().screen == "page")
        #expect(try plan("/artists/7").makeViewModel().title == "7")
    }

    @Test func theQueryIsReadFromTheRoute() throws {
        #expect(try plan("/other?q=x").makeViewModel().title == "x")
        #expect(try plan("/other?b=1&a=2").route.description == "/other?a=2&b=1")
    }

    @Test func unnamedParametersAreNotPartOfTheRoute() throws {
        #expect(try plan("/other?utm=1&q=x&Q=2").route.description == "/other?q=x")
        #expect(try plan("/other?q=x&q=y").route.description == "/other?q=x&q=y")
        #expect(try plan("/about?utm=1").route == plan("/about").route)
        #expect(try plan("/artists/7?utm=1").route.description == "/artists/7")
        #expect(try plan("/account/edit?utm=1").route.description == "/account/edit")
    }

    @Test func aScreenIsPersonalIfItSaysSo() throws {
        #expect(try plan("/account/edit").isPersonal)
        #expect(try !plan("/about").isPersonal)
        #expect(music.hasPersonalScreens)
        #expect(!AppCoordinator().hasPersonalScreens)
    }

    @Test func aRouteThatFitsNothingIsNotFound() {
        #expect(throws: RouteError.self) { try plan("/artists/x/y") }
        #expect(throws: RouteError.notFound(message: "Unknown route: /artists/007.")) { try plan("/artists/007") }
    }

    @Test func aScreenWithoutContentEndsWhenOpened() throws {
        let viewModel = try plan("/artists/100").makeViewModel()
        #expect(viewModel.endCode == nil)
        viewModel.activate()
        #expect(viewModel.endCode == "not-found")
    }

    @Test func filesAreFoundByTheirPattern() async throws {
        let read = try #require(music.file(for: route("/covers/1"), as: .nobody))
        guard case .bytes([1]) = try await read().content else { return #expect(Bool(false), "other bytes") }
        #expect(try music.file(for: route("/covers/2"), as: .nobody) == nil)
        #expect(try music.file(for: route("/about"), as: .nobody) == nil)
    }

    @Test func aViewModelAsksItsCoordinatorWhereToGo() async throws {
        let home = try plan("/").makeViewModel()
        let outcome = try await home.run(Invocation(command: "open", arguments: ["id": 7]))
        #expect(outcome.navigation == Navigation("/artists/7", style: .modal))
    }
}
