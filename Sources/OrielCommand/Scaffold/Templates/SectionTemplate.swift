/// A section: a data source with a title and a row for each element of a model.
enum SectionTemplate: PartTemplate {
    static let suffix = "Section"

    static func source(_ name: SwiftName) -> String {
        """
        import Oriel

        /// The section `\(name.kebab)`. It has one row for each name in a list, and follows changes of the list.
        @SceneActor final class \(name.text)Section: WrappingDataSource {
            let base: any DataSource<Row>

            init(_ names: ArrayModel<String>) {
                let section = Section(id: "\(name.kebab)", title: "\(name.words)")
                base = MutableArrayDataSource(names, section: section, id: \\.self) { Row($0) }
            }

            /// A row of the section.
            @SceneActor final class Row: CellViewModel {
                private let name: String

                init(_ name: String) {
                    self.name = name
                    super.init(template: "\(name.kebab)")
                }

                override func updateOutputs() {
                    title = name
                }
            }
        }

        """
    }

    static func test(_ name: SwiftName, of module: String) -> String {
        """
        import Oriel
        import Testing

        @testable import \(module)

        @Suite struct \(name.text)SectionTests {
            @Test @SceneActor func followsItsModel() {
                let names = ArrayModel(["Ada"])
                let section = \(name.text)Section(names)
                names.append("Bob")
                #expect(section.section(at: 0).title == "\(name.words)")
                #expect(section.rowCount(in: 0) == 2)
                let row = section.item(at: IndexPath(section: 0, row: 1))
                row?.updateOutputs()
                #expect(row?.title == "Bob")
            }
        }

        """
    }

    static func hint(_ name: SwiftName) -> String {
        "In a view model: list = CellList(\(name.text)Section(names))"
    }
}
