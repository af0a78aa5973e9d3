import Loop
import Testing
import ViewModels

@testable import Scenes

@Suite(.timeLimit(.minutes(5))) @SceneActor struct SceneShareTests {
    private let registry: SceneRegistry
    private let sessions = Sessions(limit: 10, lifetime: .seconds(100), path: nil)

    init() {
        let coordinator = AppCoordinator()
        coordinator.screen(RoutePattern("/rooms/{number}", Int.self)) { _, _ in ViewModel(screen: "room") }
        coordinator.personal("/mine") { _ in ViewModel(screen: "mine") }
        registry = SceneRegistry(coordinator: coordinator, linger: .seconds(100), limit: 10, share: 2)
    }

    /// Keeps a scene open for a client.
    private func open(_ path: String, from address: String) throws -> SceneHold {
        let visitor = SessionTicket(id: nil, in: sessions, address: address)
        var found: Result<Scene, RouteError>?
        registry.find(try #require(Route(path)), for: visitor) { found = $0 }
        return try #require(found).get().hold(for: visitor)
    }

    private func refusal(of path: String, from address: String) -> String? {
        do {
            try open(path, from: address).release()
            return nil
        } catch RouteError.unavailable(let code, _) {
            return code
        } catch {
            return "\(error)"
        }
    }

    @Test func anAddressKeepsNoMoreScenesOpenAloneThanItsShare() throws {
        let holds = try (1...2).map { try open("/rooms/\($0)", from: "a") }
        #expect(refusal(of: "/rooms/3", from: "a") == "too-many-scenes")
        #expect(refusal(of: "/mine", from: "a") == "too-many-scenes")
        #expect(refusal(of: "/rooms/1", from: "a") == nil)
        #expect(refusal(of: "/rooms/3", from: "b") == nil)
        holds[0].release()
        #expect(refusal(of: "/rooms/3", from: "a") == nil)
    }

    @Test func aSceneHeldByOthersDoesNotCountTowardsAShare() throws {
        var holds = try (1...2).map { try open("/rooms/\($0)", from: "a") }
        let others = try (1...2).map { try open("/rooms/\($0)", from: "b\($0)") }
        holds += try (3...4).map { try open("/rooms/\($0)", from: "a") }
        #expect(refusal(of: "/rooms/5", from: "a") == "too-many-scenes")
        for other in others { other.release() }
        for hold in holds.dropFirst() { hold.release() }
        #expect(refusal(of: "/rooms/5", from: "a") == nil)
        _ = try open("/rooms/5", from: "a")
        #expect(refusal(of: "/rooms/6", from: "a") == "too-many-scenes")
        holds[0].release()
        #expect(refusal(of: "/rooms/6", from: "a") == nil)
    }

    @Test func anEndedSceneDoesNotCountTowardsAShare() throws {
        let holds = try (1...2).map { try open("/rooms/\($0)", from: "a") }
        registry.endAll("closed")
        let again = try (1...2).map { try open("/rooms/\($0)", from: "a") }
        for hold in holds { hold.release() }
        #expect(refusal(of: "/rooms/3", from: "a") == "too-many-scenes")
        for hold in again { hold.release() }
        #expect(refusal(of: "/rooms/3", from: "a") == nil)
    }
}
