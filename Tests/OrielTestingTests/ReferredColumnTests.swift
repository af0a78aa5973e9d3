import Foundation
import Oriel
import OrielTesting
import TestSupport
import Testing

/// Lists with columns of the rows that their rows refer to.
@Suite(.timeLimit(.minutes(5))) struct ReferredColumnTests {
    private static let rules = """
        roles: { clerk: {} }
        tables:
          Ticket: [{ to: clerk, columns: all }]
          Person: [{ to: clerk, columns: [Id, Name], rows: Name <> 'Eve' }]
        """

    private static func serve(
        _ isServer: Bool, isLimited: Bool = false, columns: [String] = ["Title", "Owner.Name", "Owner.Born"]
    ) async throws -> TestApp {
        let storage: TestStorage =
            isServer ? .postgres(try await blocking { try PostgresCluster.shared.url }) : .file
        return try await TestApp(on: storage, people: isLimited ? [.person("ada", roles: ["clerk"])] : nil) { place in
            let store = try await place.store(migrations: Counter.migrations)
            let path = "\(place.folder)/access.yaml"
            if isLimited { try Data(rules.utf8).write(to: URL(fileURLWithPath: path)) }
            return try Counter(store, rules: isLimited ? path : nil, columns: columns)
        }
    }

    @Test(arguments: [false, true]) func theyFollowTheOtherRow(isServer: Bool) async throws {
        let app = try await Self.serve(isServer)
        let page = try await Visit(app, "/")
        #expect(page.rows.map(\.subtitle) == ["Ada 1815", "nobody", "Eve 1990"])
        try await page.tap("Rename")
        try await page.wait("the name has changed") {
            $0.rows.map(\.subtitle) == ["Lady Ada 1815", "nobody", "Eve 1990"]
        }
        try await page.tap("Hand over")
        try await page.wait("the owner has changed") { $0.rows.map(\.subtitle) == ["Eve 1990", "nobody", "Eve 1990"] }
        await app.stop()
    }

    @Test(arguments: [false, true]) func theyShowWhatTheVisitorMaySee(isServer: Bool) async throws {
        let app = try await Self.serve(isServer, isLimited: true)
        let page = try await Visit(app, "/", as: .person("ada", roles: ["clerk"]))
        #expect(page.rows.map(\.subtitle) == ["Ada", "nobody", "nobody"])
        await app.stop()
    }

    @Test(arguments: ["Owner.Nmae", "Ower.Name", "Titel"], [false, true])
    func aColumnThatDoesNotExistIsAProblem(_ column: String, isLimited: Bool) async throws {
        let app = try await Self.serve(false, isLimited: isLimited, columns: ["Title", column])
        let ada = Principal.person("ada", roles: ["clerk"])
        let page = try await Visit(app, "/", as: isLimited ? ada : nil, untilLoaded: false)
        try await page.wait("the problem is shown") { $0.document["problem"]?["code"] == "query-failed" }
        await app.stop()
    }
}

@SceneActor private final class Counter: AppCoordinator {
    static let migrations: KeyValuePairs = [
        "create": """
        CREATE TABLE "Person" ("Id" INTEGER PRIMARY KEY, "Name" TEXT NOT NULL, "Born" INTEGER NOT NULL);
        CREATE TABLE "Ticket" ("Id" INTEGER PRIMARY KEY, "Title" TEXT NOT NULL, "Owner" INTEGER REFERENCES "Person");
        INSERT INTO "Person" VALUES (1, 'Ada', 1815), (2, 'Eve', 1990);
        INSERT INTO "Ticket" VALUES (1, 'First', 1), (2, 'Second', NULL), (3, 'Third', 2);
        """
    ]

    init(_ store: Store, rules path: String?, columns: [String]) throws {
        super.init()
        if let path {
            screen("/", by: try AccessRules(path, of: store)) { _, granted in TicketsViewModel(granted, columns) }
        } else {
            screen("/") { _ in TicketsViewModel(store, columns) }
        }
    }
}

private final class TicketsViewModel: ViewModel {
    init(_ store: any RecordStore, _ columns: [String]) {
        super.init(title: "Tickets")
        list = CellList(
            store.list("Ticket", columns: columns, sort: ["Id"]) { ticket in
                let (name, born): (String?, Int?) = (ticket["Owner.Name"], ticket["Owner.Born"])
                let words = [name ?? "nobody", born.map { "\($0)" }].compactMap { $0 }
                return CellViewModel(title: ticket["Title"] ?? "", subtitle: words.joined(separator: " "))
            })
        commands = [
            Command("rename", title: "Rename") { _ in
                try await store.write(.update(table: "Person", id: "1", values: ["Name": "Lady Ada"]))
            },
            Command("hand", title: "Hand over") { _ in
                try await store.write(.update(table: "Ticket", id: "1", values: ["Owner": 2]))
            },
        ]
    }
}
