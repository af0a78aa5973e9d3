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
        import Testing

        @testable import \(module)

        @Suite struct \(name.text)FormTests {
            @Test @SceneActor func savesItsInputs() async throws {
                let model = \(name.text)Form.Model()
                let form = \(name.text)Form(model)
                form.activate()
                try form.receive(inputs: ["name": "Ada"])
                #expect(form.dirtyFields == ["name"])
                _ = try await form.run(Invocation(command: "save"))
                #expect(model.name == "Ada")
                #expect(!form.hasUnsavedWork)
            }

            @Test @SceneActor func doesNotSaveWithoutAName() async throws {
                let form = \(name.text)Form(\(name.text)Form.Model())
                form.activate()
                await #expect(throws: CommandFailure.self) { try await form.run(Invocation(command: "save")) }
                #expect(form.firstFailure?.field == "name")
            }
        }

        """
    }

    static func hint(_ name: SwiftName) -> String {
        "In the coordinator: personal(\"/\(name.kebab)\") { _ in \(name.text)Form(model) }"
    }
}
