/// A new app: a package with one source file and a test.
struct AppScaffold {
    let name: SwiftName
    let oriel: OrielPackage

    /// Returns the files of the app, in a folder of its own within `folder`.
    func files(in folder: String) -> ScaffoldFiles {
        let root = folder == "." ? name.text : folder.hasSuffix("/") ? folder + name.text : "\(folder)/\(name.text)"
        return ScaffoldFiles(
            files: [
                ScaffoldFiles.File(path: "\(root)/Package.swift", text: package),
                ScaffoldFiles.File(path: "\(root)/.gitignore", text: ".build/\n"),
                ScaffoldFiles.File(path: "\(root)/Sources/\(name.text)/\(name.text).swift", text: source),
                ScaffoldFiles.File(path: "\(root)/Tests/\(name.text)Tests/HomeViewModelTests.swift", text: test),
            ],
            hint:
                "The app uses Oriel from \(oriel.place).\nNext: cd \(root) && swift run \(name.text)"
        )
    }

    private var package: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(name.text)",
            dependencies: [
                \(oriel.dependency)
            ],
            targets: [
                .executableTarget(
                    name: "\(name.text)",
                    dependencies: [.product(name: "Oriel", package: "\(oriel.identity)")]),
                .testTarget(name: "\(name.text)Tests", dependencies: ["\(name.text)"]),
            ]
        )

        """
    }

    private var source: String {
        """
        import Oriel

        /// The screen at `/`. It counts how often users press the button.
        @SceneActor final class HomeViewModel: ViewModel {
            @Output var presses = 0

            init() {
                super.init(title: "\(name.text)")
                commands = [Command("press", title: "Press") { [unowned self] _ in presses += 1 }]
            }
        }

        /// The screens of the app and their routes.
        @SceneActor final class \(coordinator): AppCoordinator {
            override init() {
                super.init()
                screen("/") { _ in HomeViewModel() }
            }
        }

        @main enum Program {
            static func main() async {
                await Oriel.run { \(coordinator)() }
            }
        }

        """
    }

    private var test: String {
        """
        import Oriel
        import Testing

        @testable import \(name.text)

        @Suite struct HomeViewModelTests {
            @Test @SceneActor func countsPresses() async throws {
                let screen = HomeViewModel()
                screen.activate()
                _ = try await screen.run(Invocation(command: "press"))
                #expect(screen.presses == 1)
            }
        }

        """
    }

    /// Differs from the module's name: a type with its module's name hides the module's other types.
    private var coordinator: String { "\(name.text)Coordinator" }
}
