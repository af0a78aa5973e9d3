import JSON
import Loop
import Observables
import TestSupport
import Testing
import ViewModels
import Wire

@testable import Scenes

/// Creates a room for a route, and keeps all rooms that it created.
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

/// A client that only watches.
@SceneActor private final class Viewer: ViewObserver {
    let viewerCount = 1
    func viewDidUpdate(_ update: Update) {}
    func viewDidNavigate(_ navigation: Navigation) {}
    func viewDidEnd(code: String) {}
}

@Suite(.timeLimit(.minutes(5))) @SceneActor struct SceneLifeTests {
    private let house = House()
    private let viewer = Viewer()

    private func registry(linger: Duration) -> SceneRegistry {
        SceneRegistry(coordinator: house, linger: linger, limit: 10)
    }

    private func view(of text: String, in registry: SceneRegistry) throws -> View {
        try scene(text, in: registry).view(at: .start(0), count: 10)
    }

    private func visitor(_ address: String = "") -> SessionTicket {
        SessionTicket(id: nil, in: Sessions(limit: 1, lifetime: .seconds(100), path: nil), address: address)
    }

    private func scene(_ text: String, in registry: SceneRegistry, from address: String = "") throws -> Scene {
        let route = try #require(Route(text))
        var found: Result<Scene, RouteError>?
        registry.find(route, for: visitor(address)) { found = $0 }
        return try #require(found).get()
    }

    /// Waits until a view model has had no viewers for a while.
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

    @Test func aSceneLivesWhileItIsWatchedAndForAGracePeriod() async throws {
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

    @Test func allClientsOfARouteShareAViewModel() throws {
        let registry = registry(linger: .seconds(100))
        let views = [try view(of: "/hall", in: registry), try view(of: "/hall?b=1&a=2", in: registry)]
        let again = try view(of: "/hall", in: registry)
        #expect(again === views[0])
        #expect(again.screen.viewModel === house.made[0])
        #expect(views[1].screen.viewModel === house.made[1])
        #expect(house.made.count == 2)
    }

    @Test func aSceneWithoutViewersLivesWhileWorkIsPending() async throws {
        let registry = registry(linger: .milliseconds(1))
        let hold = try scene("/hall", in: registry).hold(for: visitor())
        for _ in 0..<3 {
            _ = try view(of: "/attic", in: registry)
            await end(of: try #require(house.made.last))
        }
        #expect(house.made[0].phase == .loaded)
        #expect(try scene("/hall", in: registry).screen.viewModel === house.made[0])
        hold.release()
        hold.release()
        await end(of: house.made[0])
        #expect(registry.count == 0)
    }

    @Test func anUnseenDialogEndsWithTheGracePeriod() async throws {
        let registry = registry(linger: .milliseconds(1))
        let hall = try scene("/hall", in: registry)
        let hold = hall.hold(for: visitor())
        let view = hall.view(at: .start(0), count: 10)
        view.add(viewer)
        let question = Task { await house.made[0].ask(Dialog(title: "Shall I?")) }
        while house.made[0].dialogJSON == .null { await endOfTurn() }
        _ = try self.view(of: "/attic", in: registry)
        await end(of: house.made[1])
        #expect(house.made[0].dialogJSON != .null)
        view.remove(viewer)
        #expect(await question.value == nil)
        #expect(house.made[0].phase == .loaded)
        hold.release()
        await end(of: house.made[0])
    }

    @Test func unwatchedWindowsExpire() throws {
        let registry = registry(linger: .seconds(100))
        let hall = try scene("/hall", in: registry)
        let watched = hall.view(at: .start(7), count: 1)
        watched.add(viewer)
        for round in 0..<3 {
            for count in 1...200 { _ = hall.view(at: .start(0), count: count) }
            #expect(registry.viewCount < 100, "round \(round)")
            #expect(hall.view(at: .start(0), count: 200) === hall.view(at: .start(0), count: 200))
            #expect(hall.view(at: .start(7), count: 1) === watched)
        }
    }

    @Test func scenesWithPendingWorkAreNotEvicted() throws {
        let registry = registry(linger: .seconds(100))
        let hold = try scene("/hall", in: registry).hold(for: visitor())
        for number in 0..<20 { _ = try view(of: "/hall?\(number)", in: registry) }
        #expect(house.made[0].phase == .loaded)
        #expect(registry.count <= 10)
        hold.release()
    }
}
