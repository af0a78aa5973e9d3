import Oriel
import OrielTesting
import Testing

/// Routes, navigation, and what one screen hands to the next.
@Suite(.timeLimit(.minutes(5))) struct RouteBlocks {
    @SceneActor final class Music: AppCoordinator {
        static let artist = RoutePattern("/artists/{id}", Int.self)

        override init() {
            super.init()
            screen("/") { [unowned self] _ in HomeViewModel(self) }
            screen("/artists?search&sort") { route in ArtistsViewModel(search: route["search"] ?? "") }
            screen(Self.artist) { _, id in ArtistViewModel(id) }
            personal("/sign-in") { [unowned self] _ in SignInViewModel(self) }
        }

        var afterSigningIn: Navigation { Navigation("/", style: .root) }
    }

    final class HomeViewModel: ViewModel {
        init(_ music: Music) {
            super.init(title: "Home")
            commands = [Command("first", title: "First") { $0.navigation = Navigation(to: Music.artist.route(1)) }]
        }
    }

    final class ArtistsViewModel: ViewModel {
        init(search: String) { super.init(title: "Artists with \(search)") }
    }

    final class ArtistViewModel: ViewModel {
        init(_ id: Int) { super.init(title: "Artist \(id)") }
    }

    final class SignInViewModel: ViewModel {
        init(_ music: Music) {
            super.init(title: "Sign in")
            commands = [
                Command("enter", title: "Enter") { [unowned music] in $0.navigation = music.afterSigningIn }
            ]
        }
    }

    @Test func routesLeadToScreens() async throws {
        let app = try await TestApp { _ in Music() }
        let page = try await Visit(app, "/")
        try await page.tap("First")
        #expect(page.title == "Artist 1")
        #expect(try await Visit(app, "/artists?search=jo").title == "Artists with jo")
        let entry = try await Visit(app, "/sign-in")
        try await entry.tap("Enter")
        #expect(entry.title == "Home")
    }

    final class Shop: Sendable {
        func owns(_ person: String, order: Int) async throws -> Bool { order == 1 }
    }

    @SceneActor final class Orders: AppCoordinator {
        static let order = RoutePattern("/orders/{id}", Int.self)

        init(_ shop: Shop) {
            super.init()
            personal(Self.order) { route, id, visitor async throws in
                guard try await shop.owns(visitor.principal.id, order: id) else {
                    throw RouteError.notFound(message: "There is no such order.")
                }
                return OrderViewModel(id)
            }
        }
    }

    final class OrderViewModel: ViewModel {
        init(_ id: Int) { super.init(title: "Order \(id)") }
    }

    @Test func aScreenIsMadeAfterAQuestion() async throws {
        let app = try await TestApp { _ in Orders(Shop()) }
        #expect(try await Visit(app, "/orders/1").title == "Order 1")
        let refusal = await #expect(throws: Refusal.self) { _ = try await Visit(app, "/orders/2") }
        #expect(refusal?.message == "There is no such order.")
    }

    @Observable final class Picking: ControllerModel { var chosen: String? }

    final class PaintViewModel: ViewModel {
        @Output var colour = "none"

        init() {
            super.init(title: "Paint")
            controllerModel = Picking()
            commands = [Command("choose", title: "Choose") { $0.navigation = Navigation("/colours") }]
        }

        override func updateOutputs() { colour = (controllerModel as? Picking)?.chosen ?? "none" }
    }

    final class ColoursViewModel: ViewModel {
        init() {
            super.init(title: "Colours")
            commands = [
                Command("red", title: "Red") { [unowned self] call in
                    (controllerModel.origin as? Picking)?.chosen = "red"
                    call.navigation = Navigation("/paint", style: .back)
                }
            ]
        }
    }

    @Test func aScreenTellsWhatWasChosen() async throws {
        let app = try await Guide.serve { guide, _, _ in
            guide.personal("/paint") { _ in PaintViewModel() }
            guide.personal("/colours") { _ in ColoursViewModel() }
        }
        let page = try await Visit(app, "/paint")
        try await page.tap("Choose")
        try await page.tap("Red")
        try await page.wait("the colour is chosen") { $0.outputs["colour"] == "red" }
    }

    enum Status: String, InputValue, CaseIterable { case open, closed }

    final class TicketsViewModel: ViewModel {
        @Input(query: "status") var status = Status.open
    }

    @Test func anInputIsInTheAddress() async throws {
        let app = try await TestApp { _ in
            @SceneActor final class Desk: AppCoordinator {
                override init() {
                    super.init()
                    screen("/tickets?status") { _ in TicketsViewModel() }
                }
            }
            return Desk()
        }
        let page = try await Visit(app, "/tickets")
        try await page.type("closed", into: "Status")
        #expect(page.route == "/tickets?status=closed")
        await #expect(throws: Refusal.self) { _ = try await Visit(app, "/tickets?status=lost") }
    }
}
