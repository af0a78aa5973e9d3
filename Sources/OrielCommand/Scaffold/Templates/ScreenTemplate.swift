/// A screen: a view model that loads, with an output and a command.
enum ScreenTemplate: PartTemplate {
    static let suffix = "ViewModel"

    static func source(_ name: SwiftName) -> String {
        """
        import Oriel

        /// The screen `\(name.kebab)`, with its outputs and commands.
        @SceneActor final class \(name.text)ViewModel: ViewModel {
            @Output var status = ""

            init() {
                super.init(title: "\(name.words)")
                commands = [Command("reload", title: "Reload") { [unowned self] _ in reload() }]
            }

            override func load() async throws {
                status = "Ready"
            }
        }

        """
    }

    static func test(_ name: SwiftName, of module: String) -> String {
        """
        import Oriel
        import OrielTesting
        import Testing

        @testable import \(module)

        @Suite struct \(name.text)ViewModelTests {
            @Test func showsWhatItHasLoaded() async throws {
                let app = try await TestApp { _ in
                    let app = AppCoordinator()
                    app.screen("/\(name.kebab)") { _ in \(name.text)ViewModel() }
                    return app
                }
                let page = try await Visit(app, "/\(name.kebab)")
                #expect(page.phase == "loaded")
                #expect(page.outputs["status"] == "Ready")
                try await page.tap("Reload")
                #expect(page.outputs["status"] == "Ready")
            }
        }

        """
    }

    static func hint(_ name: SwiftName) -> String {
        "In the coordinator: screen(\"/\(name.kebab)\") { _ in \(name.text)ViewModel() }"
    }
}
