import Descriptions
import JSON
import Loop
import Scenes
import Testing
import ViewModels

@SceneActor struct AppDescriptionTests {
    /// An app with a screen, a typed screen, files, and a screen for administrators.
    private final class App: AppCoordinator {
        override init() {
            super.init()
            screen("/") { _ in ViewModel() }
            screen(RoutePattern("/tickets/{id}?tab", Int.self)) { _, _ in ViewModel() }
            files(RoutePattern("/papers/{name}", String.self)) { _ in nil }
            personal("/people") { _ in ViewModel() }
        }

        override func admits(_ principal: Principal, to route: Route) -> Bool {
            route.segments.first != "people" || principal.isAdmin
        }
    }

    private let app = App()

    private func paths(for principal: Principal) throws -> [String: JSON] {
        let describer = try #require(app.describer(for: principal, isOperator: false))
        let json = try? JSON(parsing: OpenAPI(describer.describe(), version: "1").bytes)
        let paths = json?["paths"]?.objectValue ?? [:]
        return Dictionary(paths.map { ($0.name, $0.value) }) { first, _ in first }
    }

    @Test func theRoutesOfAnAppAreDescribedByTheirPatterns() throws {
        let paths = try paths(for: .nobody)
        #expect(
            paths.keys.sorted() == ["/", "/:{command}", "/papers/{name}", "/tickets/{id}", "/tickets/{id}:{command}"])
        let parameters = paths["/tickets/{id}"]?["get"]?["parameters"]?.arrayValue ?? []
        #expect(parameters.first?["schema"]?["type"] == "integer")
        #expect(parameters.dropFirst().first?["name"] == "tab")
        #expect(paths["/papers/{name}"]?["get"]?["parameters"]?[0]?["schema"]?["type"] == "string")
    }

    @Test func aRouteIsDescribedOnlyToThoseWhoMayOpenIt() throws {
        #expect(try paths(for: .nobody)["/people"] == nil)
        #expect(try paths(for: Principal(.person, id: "1", name: "Ada", roles: ["admin"]))["/people"] != nil)
    }

    @Test func theTypesHaveARouteForEachPattern() throws {
        let describer = try #require(app.describer(for: .nobody, isOperator: false))
        let text = TypeScript(describer.describe()).text
        #expect(text.contains("[route: `/tickets/${number}`]: { document: Document;"))
        #expect(text.contains("[route: `/tickets/${number}?${string}`]"))
        #expect(!text.contains("people") && !text.contains("papers"))
    }
}
