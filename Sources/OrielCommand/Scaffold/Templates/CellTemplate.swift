/// A cell: the view model of a row.
enum CellTemplate: PartTemplate {
    static let suffix = "Cell"

    static func source(_ name: SwiftName) -> String {
        """
        import Oriel

        /// A row with the template `\(name.kebab)`.
        @SceneActor final class \(name.text)Cell: CellViewModel {
            private let model: String

            init(_ model: String) {
                self.model = model
                super.init(template: "\(name.kebab)")
            }

            override func updateOutputs() {
                title = model
                subtitle = "\\(model.count) letters"
            }
        }

        """
    }

    static func test(_ name: SwiftName, of module: String) -> String {
        """
        import Oriel
        import Testing

        @testable import \(module)

        @Suite struct \(name.text)CellTests {
            @Test @SceneActor func showsItsModel() {
                let cell = \(name.text)Cell("Ada")
                cell.updateOutputs()
                #expect(cell.title == "Ada")
                #expect(cell.subtitle == "3 letters")
            }
        }

        """
    }

    static func hint(_ name: SwiftName) -> String {
        "In a list: CellList(MutableArrayDataSource(model, section: section, id: \\.self) { \(name.text)Cell($0) })"
    }
}
