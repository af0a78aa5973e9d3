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
        import Testing

        @testable import \(module)

        @Suite struct \(name.text)ViewModelTests {
            @Test @SceneActor func showsWhatItHasLoaded() {
                let screen = \(name.text)ViewModel()
                #expect(screen.status.isEmpty)
                screen.activate()
                #expect(screen.phase == .loaded)
                #expect(screen.status == "Ready")
            }

            @Test @SceneActor func reloadsOnRequest() async throws {
                let screen = \(name.text)ViewModel()
                screen.activate()
                screen.status = "Old"
                _ = try await screen.run(Invocation(command: "reload"))
                #expect(screen.status == "Ready")
            }
        }

        """
    }

    static func hint(_ name: SwiftName) -> String {
        "In the coordinator: screen(\"/\(name.kebab)\") { _ in \(name.text)ViewModel() }"
    }
}
