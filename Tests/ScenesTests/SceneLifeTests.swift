import Loop
import Observables
import Testing
import ViewModels
import Wire

@testable import Scenes

/// Makes a room for a route, and keeps every one that it has made.
@SceneActor private final class House: AppCoordinator {
    private(set) var made: [ViewModel] = []

    override init() {
        super.init()
        for path in ["/hall?a&b", "/attic"] { screen(path) { [unowned self] _ in make() } }
    }

    private func make() -> ViewModel {
        made.append(ViewModel(screen: "room"))
        return made[made.count - 1]
    }
}

/// Somebody who looks, and does nothing with it.
@SceneActor private final class Viewer: ViewObserver {
    func viewDidUpdate(_ update: Update) {}
    func viewDidNavigate(_ navigation: Navigation) {}
    func viewDidEnd(code: String) {}
}

@Suite(.timeLimit(.minutes(1))) @SceneActor struct SceneLifeTests {
    private let house = House()
    private let viewer = Viewer()

    private func registry(linger: Duration) -> SceneRegistry {
        SceneRegistry(coordinator: house, linger: linger, limit: 10)
    }

    private func view(of text: String, in registry: SceneRegistry) throws -> View {
        let route = try #require(Route(text))
        let ticket = SessionTicket(id: nil, in: Sessions(limit: 1, lifetime: .seconds(100), path: nil))
        var found: Scene?
        registry.find(route, for: ticket) { found = try? $0.get() }
        return try #require(found).view(at: .start(0), count: 10)
    }

    /// Waits until nobody has looked at a view model for a while.
    private func end(of viewModel: ViewModel) async {
        var observation: Subscription?
        await withCheckedContinuation { done in
            observation = viewModel.observe { if $0 == .didUnload { done.resume() } }
        }
        observation?.cancel()
    }

    @Test func aNameInTheQueryThatNoScreenReadsMakesNoSceneOfItsOwn() throws {
        let registry = registry(linger: .seconds(100))
        let hall = try view(of: "/hall", in: registry)
        #expect(try view(of: "/hall?utm=1&fbclid=2", in: registry) === hall)
        #expect(registry.count == 1)
        #expect(hall.screen.route.description == "/hall")
    }

    @Test func aSceneLivesWhileSomebodyWatchesItAndForAWhileAfter() async throws {
        let registry = registry(linger: .milliseconds(1))
        let hall = try view(of: "/hall", in: registry)
        hall.add(viewer)
        _ = try view(of: "/attic", in: registry)
        #expect(house.made.map(\.phase) == [.loaded, .loaded])
        await end(of: house.made[1])
        #expect(house.made.map(\.phase) == [.loaded, .setUp])
        hall.remove(viewer)
        await end(of: house.made[0])
        #expect(house.made.map(\.phase) == [.setUp, .setUp])
        #expect(registry.count == 0)
        _ = try view(of: "/hall", in: registry)
        #expect(house.made.map(\.phase) == [.setUp, .setUp, .loaded])
    }

    @Test func everybodyWhoOpensARouteSeesTheSameViewModel() throws {
        let registry = registry(linger: .seconds(100))
        let views = [try view(of: "/hall", in: registry), try view(of: "/hall?b=1&a=2", in: registry)]
        let again = try view(of: "/hall", in: registry)
        #expect(again === views[0])
        #expect(again.screen.viewModel === house.made[0])
        #expect(views[1].screen.viewModel === house.made[1])
        #expect(house.made.count == 2)
    }
}
