import Blueprints
import DataSources
import Foundation
import JSON
import Lists
import Loop
import Models
import Scenes
import Stores
import Tables
import TestSupport
import Testing
import ViewModels

/// The rules of an app: the store that each principal gets, and the screens made from it.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct AccessRulesTests {
    private nonisolated static let sql = """
        CREATE TABLE Job (Id INTEGER PRIMARY KEY, Owner TEXT NOT NULL, Text TEXT, Cost INTEGER, Phone TEXT);
        INSERT INTO Job VALUES (1, 'ada', 'one', 5, '11'), (2, 'bob', 'two', 6, '22'), (3, 'ada', 'three', 1, '33');
        CREATE TABLE Secret (Id INTEGER PRIMARY KEY, Text TEXT);
        """
    private static let rules = """
        roles: { worker: {} }
        tables:
          Job:
            - to: worker
              rows: Owner = user.name
              columns: [Owner, Text, { Phone: Text = 'one' }]
              insert: { columns: [Text], set: { Owner: =user.name } }
              update: { columns: [Text] }
        """
    private let ada = Principal(.person, id: "1", name: "ada", roles: ["worker"])
    private let bob = Principal(.person, id: "2", name: "bob", roles: ["worker"])
    private let admin = Principal(.person, id: "3", name: "root", roles: [Principal.admin])

    private func withRules(_ body: @SceneActor (AccessRules, Store, Database) async throws -> Void) async throws {
        let database = try await blocking { try Database(Self.sql) }
        let path = database.folder + "/access.yaml"
        try Data(Self.rules.utf8).write(to: URL(fileURLWithPath: path))
        let store = try await Store(path: database.path)
        do {
            try await body(try AccessRules(path, of: store), store, database)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// The first event of a list that says whether it can be read.
    private func problem(of query: Query, in desk: GrantedStore) async throws -> ListProblem? {
        let list = desk.open(query)
        defer { list.close() }
        let gate = Gate()
        var problem: ListProblem?
        list.onEvent = { event in
            if case .failed(let found) = event { problem = found }
            if case .refreshed = event { gate.open() }
        }
        list.display([0..<10])
        await gate.pass()
        return problem
    }

    @Test func rowsAndValuesAreThoseOfThePrincipal() async throws {
        try await withRules { rules, store, _ async throws in
            let desk = rules.store(for: ada)
            let (own, other, wide) = (desk.row("Job", "1"), desk.row("Job", "2"), store.row("Job", "1"))
            for row in [own, other, wide] { await row.loaded() }
            #expect(own["Text"] == "one" && own["Phone"] == "11")
            let cost: Int? = own["Cost"]
            #expect(cost == nil && wide["Cost"] == 5)
            #expect(other.isGone)
            #expect(own.identity == wide.identity)
            let plain = desk.row("Job", "3")
            await plain.loaded()
            let phone: String? = plain["Phone"]
            #expect(plain["Text"] == "three" && phone == nil)
            #expect(try await desk.value(of: "Text", in: "Job", id: "2") == nil)
            #expect(try await desk.value(of: "Text", in: "Job", id: "1") != nil)
            #expect(try await desk.value(of: "Phone", in: "Job", id: "1") != nil)
            for name in ["Cost", "COST", "Id", "phone"] {
                #expect(try await desk.value(of: name, in: "Job", id: "1") == nil, "\(name)")
            }
            #expect(try await desk.value(of: "Phone", in: "Job", id: "3") == nil)
            #expect(try await rules.store(for: admin).value(of: "Cost", in: "Job", id: "1") != nil)
            #expect(desk.columns(of: "Job", among: nil) == ["Owner", "Text", "Phone"])
            #expect(rules.store(for: admin).columns(of: "Job", among: nil).contains("Cost"))
        }
    }

    @Test func whatIsHiddenCannotBeNamed() async throws {
        try await withRules { rules, _, _ async throws in
            let desk = rules.store(for: ada)
            var base = Query(table: "Job", columns: ["Text"])
            #expect(try await problem(of: base, in: desk) == nil)
            var queries: [Query] = []
            for name in ["Cost", "COST", "Phone"] {
                var (sorted, filtered, nested, sectioned) = (base, base, base, base)
                sorted.sort = [.descending(name)]
                filtered.filters = [.range(name, 1...)]
                nested.filters = [.any([.search("one"), .equal(name, 5)])]
                sectioned.section = .initial(of: name)
                queries += [sorted, filtered, nested, sectioned]
            }
            base.section = .expression("Cost")
            queries += [base, Query(table: "Job", columns: ["Cost"]), .counts, .values(of: "Cost", in: "Job")]
            queries += [
                .totals(of: "Job", by: "Owner", [.sum("Cost")]),
                .sql("SELECT Cost FROM Job", columns: ["Cost"], key: [], parameters: []),
            ]
            for query in queries {
                #expect(try await problem(of: query, in: desk)?.code == "query-failed", "\(query)")
            }
            #expect(try await problem(of: Query(table: "Secret", columns: ["Text"]), in: desk)?.code == "gone")
            #expect(try await problem(of: .values(of: "Text", in: "Secret"), in: desk)?.code == "gone")
            #expect(
                try await problem(of: Query(table: "Secret", columns: ["Text"]), in: rules.store(for: admin)) == nil)
        }
    }

    @Test func valuesAreThoseOfVisibleRows() async throws {
        try await withRules { rules, _, _ async throws in
            for (principal, count) in [(ada, 2), (bob, 1), (admin, 3)] {
                let list = rules.store(for: principal).open(.values(of: "Text", in: "Job"))
                let gate = Gate()
                list.onEvent = { if case .refreshed = $0 { gate.open() } }
                list.display([0..<10])
                await gate.pass()
                #expect(list.count == count, "\(principal.name)")
                list.close()
            }
        }
    }

    @Test func changesFollowTheRules() async throws {
        try await withRules { rules, _, database async throws in
            let desk = rules.store(for: ada)
            #expect(desk.permits(.insert, in: "Job") && desk.permits(.update, in: "Job"))
            #expect(!desk.permits(.delete, in: "Job") && !desk.permits(.insert, in: "Secret"))
            let outcomes = try await desk.write([
                .insert(table: "Job", values: ["Text": "four"]),
                .update(table: "Job", id: "1", values: ["Text": "uno"]),
            ])
            #expect(outcomes.map(\.id) == ["4", "1"])
            #expect(try await database.run("SELECT Owner, Text FROM Job WHERE Id IN (1, 4)") == "ada|uno\nada|four\n")
            await #expect(throws: CommandError.notFound) {
                try await desk.write([
                    .insert(table: "Job", values: ["Text": "five"]),
                    .update(table: "Job", id: "2", values: ["Text": "mine"]),
                ])
            }
            await #expect(throws: CommandError.self) { try await desk.write(.delete(table: "Job", id: "1")) }
            await #expect(throws: CommandError.self) {
                try await desk.write(.update(table: "Job", id: "1", values: ["Cost": 1]))
            }
            await #expect(throws: CommandError.self) {
                try await desk.write([.check(table: "Job", id: "1", values: ["Cost": .integer(5)])])
            }
            let row = desk.row("Job", "1")
            await row.loaded()
            try await row.save(["Text": "eins"])
            #expect(row["Text"] == "eins")
            #expect(try await database.run("SELECT group_concat(Text) FROM Job") == "eins,two,three,four\n")
        }
    }

    @Test func principalsWithTheSameRightsShareAScreen() async throws {
        try await withRules { rules, _, _ async throws in
            let app = AppCoordinator()
            app.screen("/", by: rules) { _, desk in ViewModel(title: "\(desk.isLimited)") }
            app.screen("/plain") { _ in ViewModel(title: "plain") }
            app.personal("/me") { _, visitor in ViewModel(title: visitor.principal.name) }
            let (root, me) = (try #require(Route("/")), try #require(Route("/me")))
            let twin = Principal(.program, id: "k", name: "ada", roles: ["worker"])
            let audience = { (principal: Principal) in try app.screen(for: root, as: principal).audience }
            #expect(try audience(ada) != audience(bob))
            #expect(try audience(ada) != audience(admin))
            #expect(try audience(bob) == audience(Principal(.person, id: "9", name: "bob", roles: ["worker", "x"])))
            #expect(try audience(ada) != audience(twin))  // a program has no name in rules
            #expect(try app.screen(for: me, as: ada).makeViewModel(as: ada).title == "ada")
            #expect(app.hasRules && !app.admitsNobody)
            for path in ["/plain", "/me"] {
                let route = try #require(Route(path))
                #expect(throws: RouteError.notFound(message: "Unknown route: \(path).")) {
                    try app.screen(for: route, as: .nobody)
                }
            }
            #expect(try app.screen(for: root, as: .nobody).makeViewModel().title == "true")
        }
    }
}
