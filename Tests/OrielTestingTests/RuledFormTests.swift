import Foundation
import Oriel
import OrielTesting
import Testing

/// Forms of single visitors, which see and change what rules grant.
@Suite(.timeLimit(.minutes(5))) struct RuledFormTests {
    private static let rules = """
        roles: { clerk: {}, reader: {} }
        tables:
          Person:
            - { to: clerk, columns: all, update: { columns: [Name] } }
            - { to: reader, columns: all, rows: Name <> 'Eve' }
        """

    private static let ada = Principal.person("ada", roles: ["clerk"])
    private static let bob = Principal.person("bob", roles: ["reader"])

    private static func serve() async throws -> TestApp {
        try await TestApp(on: .file, people: [ada, bob]) { place in
            let store = try await place.store(migrations: People.migrations)
            let path = "\(place.folder)/access.yaml"
            try Data(rules.utf8).write(to: URL(fileURLWithPath: path))
            return try People(store, rules: path)
        }
    }

    @Test(arguments: ["/people/2", "/pending/2"]) func aFormSavesWhatRulesPermit(_ route: String) async throws {
        let app = try await Self.serve()
        let page = try await Visit(app, route, as: Self.ada)
        #expect(try page.field("name").value == "Eve")
        try await page.type("Eva", into: "name")
        try await page.tap("Save")
        #expect(try await Visit(app, route, as: Self.ada).field("name").value == "Eva")
        await app.stop()
    }

    @Test func aFormOfSomebodyElseShowsAndChangesNothingMore() async throws {
        let app = try await Self.serve()
        #expect(try await app.get("/people/2", as: Self.bob).status == 404)
        let page = try await Visit(app, "/people/1", as: Self.bob)
        try await page.type("Bob", into: "name")
        let refusal = await #expect(throws: Refusal.self) { try await page.tap("Save") }
        #expect(refusal?.code == "forbidden", "\(String(describing: refusal))")
        #expect(try await Visit(app, "/me", as: Self.bob).title == "bob sees 1")
        #expect(try await Visit(app, "/me", as: Self.ada).title == "ada sees 2")
        #expect(try await app.get("/people/1").status == 401)  // nothing is granted to everyone
        await app.stop()
    }
}

@SceneActor private final class People: AppCoordinator {
    static let migrations: KeyValuePairs = [
        "create": """
        CREATE TABLE "Person" ("Id" INTEGER PRIMARY KEY, "Name" TEXT NOT NULL);
        INSERT INTO "Person" VALUES (1, 'Ada'), (2, 'Eve');
        """
    ]

    init(_ store: Store, rules path: String) throws {
        super.init()
        let rules = try AccessRules(path, of: store)
        personal(RoutePattern("/people/{id}", Int.self), by: rules) { _, id, _, granted in NameForm(id, granted) }
        personal(RoutePattern("/pending/{id}", Int.self), by: rules) { _, id, _, granted async throws in
            await Task.yield()
            return NameForm(id, granted)
        }
        personal("/me", by: rules) { _, visitor, granted in CountViewModel(visitor, granted) }
    }
}

private final class NameForm: FormViewModel {
    @Input(.required) var name = ""
    private let person: RowModel

    init(_ id: Int, _ store: GrantedStore) {
        person = store.row("Person", "\(id)")
        super.init(title: "Name")
        follow(person)
    }

    override func fill() { name = person["Name"] ?? "" }
    override func save() async throws { try await person.save(["Name": name]) }
    override func updateOutputs() { if person.isGone { end("not-found") } }
}

private final class CountViewModel: ViewModel {
    private let name: String
    @Live var people: Int

    init(_ visitor: Visitor, _ store: GrantedStore) {
        name = visitor.principal.name
        _people = Live(store.count("Person"))
        super.init()
    }

    override func updateOutputs() { title = "\(name) sees \(people)" }
}
