/// A form: inputs with rules, filled from a model and saved together.
enum FormTemplate: PartTemplate {
    static let suffix = "Form"

    static func source(_ name: SwiftName) -> String {
        """
        import Observation
        import Oriel

        /// The screen `\(name.kebab)-form`. Its inputs are filled from a model, validated, and saved together.
        @SceneActor final class \(name.text)Form: FormViewModel {
            /// The model that the form edits.
            @SceneActor @Observable final class Model {
                var name = ""
            }

            @Bound var model: Model
            @Input(.required) var name = ""

            init(_ model: Model) {
                self.model = model
                super.init(title: "\(name.words)")
            }

            override func fill() {
                name = model.name
            }

            override func save() async throws {
                model.name = name
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

        @Suite struct \(name.text)FormTests {
            @Test @SceneActor func savesWhatIsTyped() async throws {
                let model = \(name.text)Form.Model()
                let app = try await TestApp { _ in
                    let app = AppCoordinator()
                    app.personal("/\(name.kebab)") { _ in \(name.text)Form(model) }
                    return app
                }
                let page = try await Visit(app, "/\(name.kebab)")
                await #expect(throws: (any Error).self) { try await page.tap("Save") }  // a name is required
                try await page.type("Ada", into: "Name")
                try await page.tap("Save")
                #expect(model.name == "Ada")
            }
        }

        """
    }

    static func hint(_ name: SwiftName) -> String {
        "In the coordinator: personal(\"/\(name.kebab)\") { _ in \(name.text)Form(model) }"
    }
}
