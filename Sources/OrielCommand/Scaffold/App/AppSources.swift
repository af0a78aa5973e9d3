/// The sources of a new app, and their tests.
struct AppSources {
    /// The name of the app's module.
    let app: String
    /// The name for people.
    let words: String

    /// The source files, by their paths in the folder of the target.
    var files: [(path: String, text: String)] {
        [
            ("Program.swift", program), ("\(coordinator).swift", routes), ("Migrations.swift", migrations),
            ("HomeViewModel.swift", home), ("ItemCell.swift", cell), ("ItemForm.swift", form),
        ]
    }

    /// The tests, by their paths in the folder of the test target.
    var tests: [(path: String, text: String)] {
        [("MakeApp.swift", tested), ("HomeViewModelTests.swift", homeTest), ("ItemFormTests.swift", formTest)]
    }

    /// Differs from the module's name: a type with its module's name hides the module's other types.
    private var coordinator: String { "\(app)Coordinator" }

    private var program: String {
        """
        import Foundation
        import Oriel

        /// Serves the app. Its database is in the folder `data`, or in the one that the environment variable `DATA`
        /// names, or it is that of the setting `store`.
        @main enum Program {
            static func main() async {
                let folder = ProcessInfo.processInfo.environment["DATA"] ?? "data"
                await Oriel.run { settings in
                    let path = "\\(folder)/\(app.lowercased()).sqlite"
                    return \(coordinator)(
                        try await Store(settings, path: path, migrations: \(coordinator).migrations))
                }
            }
        }

        """
    }

    private var routes: String {
        """
        import Oriel

        /// The routes of the app, and their screens.
        @SceneActor final class \(coordinator): AppCoordinator {
            static let item = RoutePattern("/items/{id}", Int.self)

            init(_ store: Store) {
                super.init()
                screen("/") { _ in HomeViewModel(store) }
                personal(Self.item) { _, id in ItemForm(store.row("Item", "\\(id)")) }
            }
        }

        """
    }

    private var migrations: String {
        """
        import Oriel

        extension \(coordinator) {
            /// The schema of the database, step by step. Each step runs once. Add a step instead of changing one.
            static let migrations: KeyValuePairs = [
                "create": "CREATE TABLE Item (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL CHECK (Name <> ''))"
            ]
        }

        """
    }

    private var home: String {
        """
        import Oriel

        /// The screen at `/`: the items by name. Everybody sees the same list, and every change at once.
        @SceneActor final class HomeViewModel: ViewModel {
            init(_ store: Store) {
                super.init(title: "\(words)")
                list = CellList(store.list("Item", sort: ["Name"]) { ItemCell($0, store) })
                commands = [
                    Command("add", title: "Add", arguments: ["name": .argument("text", isRequired: true)]) { call in
                        let name: String = call["name"] ?? ""
                        try await store.write(.insert(table: "Item", values: ["Name": .string(name)]))
                    }
                ]
            }
        }

        """
    }

    private var cell: String {
        """
        import Oriel

        /// An item in the list. It leads to its form, and may be deleted.
        @SceneActor final class ItemCell: CellViewModel, RecordCell {
            @Bound var record: Record
            private let store: Store

            init(_ item: Record, _ store: Store) {
                record = item
                self.store = store
                super.init(href: "/items/\\(item.id)")
                rights = .delete
            }

            override func updateOutputs() {
                title = record["Name"] ?? ""
            }

            override func delete() async throws {
                try await store.write(.delete(table: "Item", id: record.id))
            }
        }

        """
    }

    private var form: String {
        """
        import Oriel

        /// The form of an item. If two people change the name at once, the second one decides between both.
        @SceneActor final class ItemForm: FormViewModel {
            @Input(.required) var name = ""
            private let item: RowModel

            init(_ item: RowModel) {
                self.item = item
                super.init(title: "Item")
                follow(item)
            }

            override var afterSave: Navigation? { Navigation("/") }

            override func fill() {
                name = item["Name"] ?? ""
            }

            override func save() async throws {
                try await item.save(["Name": name])
            }

            override func updateOutputs() {
                if item.isGone { end(phase == .loaded ? "gone" : "not-found") }
            }
        }

        """
    }

    private var tested: String {
        """
        import Oriel
        import OrielTesting

        @testable import \(app)

        /// Serves the app with an empty database of its own. Both are gone with the app.
        func makeApp() async throws -> TestApp {
            try await TestApp { place in
                \(coordinator)(try await place.store(migrations: \(coordinator).migrations))
            }
        }

        """
    }

    private var homeTest: String {
        """
        import Oriel
        import OrielTesting
        import Testing

        @testable import \(app)

        @Suite struct HomeViewModelTests {
            @Test func everybodySeesANewItem() async throws {
                let app = try await makeApp()
                let (ada, bob) = (try await Visit(app, "/"), try await Visit(app, "/"))
                try await ada.tap("Add", ["name": "Blue"])
                #expect(ada.rows.map(\\.title) == ["Blue"])
                try await bob.wait("the item is there") { $0.rows.map(\\.title) == ["Blue"] }
            }
        }

        """
    }

    private var formTest: String {
        """
        import Oriel
        import OrielTesting
        import Testing

        @testable import \(app)

        @Suite struct ItemFormTests {
            @Test func anItemIsRenamed() async throws {
                let app = try await makeApp()
                let page = try await Visit(app, "/")
                try await page.tap("Add", ["name": "Blue"])
                try await page.tap(page.row("Blue"))
                try await page.type("Green", into: "Name")
                try await page.tap("Save")
                #expect(page.route == "/")
                try await page.wait("the item has its new name") { $0.rows.map(\\.title) == ["Green"] }
            }
        }

        """
    }
}
