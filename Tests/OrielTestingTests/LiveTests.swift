import FoundationEssentials
import Oriel
import OrielTesting
import TestSupport
import Testing

/// Values of columns, numbers that stay current, lists that depend on inputs, and routes with several values.
@Suite(.timeLimit(.minutes(5))) struct LiveTests {
    struct Place: CodableColumn, Equatable {
        var shelf = ""
        var tags: [String] = []
    }

    enum State: String, InputValue, ColumnValue, CaseIterable { case open, closed }

    final class TasksViewModel: ViewModel {
        @Input(query: "state") var state = State.open
        @Live var open: Int
        @Live var most: Double?
        private let store: Store

        init(_ store: Store) {
            self.store = store
            _open = Live(store.count("Task", where: [.equal("State", "open")]))
            _most = Live(store.value("SELECT max(Points) AS Most FROM Task", "Most"), title: "Highest")
            super.init(title: "Tasks")
        }

        override func setUp() {
            list(depending: \.state) { [store] state in
                CellList(
                    store.list("Task", where: [.equal("State", state.rawValue)], sort: ["Title"]) {
                        CellViewModel(title: $0["Title"] ?? "")
                    })
            }
        }
    }

    @SceneActor final class Tasks: AppCoordinator, StoreCoordinator {
        static let cell = RoutePattern("/board/{row}/{column}/{name}", Int.self, Int.self, String.self)
        let store: Store

        init(_ store: Store) {
            self.store = store
            super.init()
            screen("/tasks?state") { _ in TasksViewModel(store) }
            screen(Self.cell) { _, place in ViewModel(title: "\(place.0 + place.1) \(place.2)") }
        }

        static let migrations: KeyValuePairs = [
            "create": """
            CREATE TABLE "Task" (
              "Id" INTEGER PRIMARY KEY, "Title" TEXT NOT NULL, "State" TEXT NOT NULL DEFAULT 'open',
              "Points" REAL, "Due" TEXT, "Token" TEXT, "Cost" TEXT, "Place" TEXT
            );
            INSERT INTO "Task" ("Id", "Title", "State", "Points")
              VALUES (1, 'Sow', 'open', 2), (2, 'Mow', 'open', 5), (3, 'Reap', 'closed', 3);
            """
        ]
    }

    private func makeApp() async throws -> TestApp {
        try await TestApp { Tasks(try await $0.store(migrations: Tasks.migrations)) }
    }

    @Test func numbersStayCurrent() async throws {
        let app = try await TestApp { place in
            let tasks = Tasks(try await place.store(migrations: Tasks.migrations))
            tasks.screen("/write") { _ in
                let model = ViewModel(title: "Write")
                model.commands = [
                    Command("close", title: "Close") { _ in
                        try await tasks.store.write(.update(table: "Task", id: "2", values: ["State": "closed"]))
                    },
                    Command("raise", title: "Raise") { _ in
                        try await tasks.store.write(.update(table: "Task", id: "3", values: ["Points": 8.5]))
                    },
                ]
                return model
            }
            return tasks
        }
        let (page, writer) = (try await Visit(app, "/tasks"), try await Visit(app, "/write"))
        #expect(page.outputs["open"] == 2 && page.outputs["most"] == 5)
        #expect(page.document["titles"] == ["most": "Highest"])
        try await writer.tap("Close")
        #expect(try await app.get("/tasks").json["outputs"]?["open"] == 1)
        try await writer.tap("Raise")
        try await page.wait("both follow") { $0.outputs["open"] == 1 && $0.outputs["most"] == 8.5 }
    }

    @Test func aListDependsOnAnInput() async throws {
        let app = try await makeApp()
        let page = try await Visit(app, "/tasks")
        #expect(page.rows.map(\.title) == ["Mow", "Sow"])
        try await page.type("closed", into: "State")
        #expect(page.route == "/tasks?state=closed" && page.rows.map(\.title) == ["Reap"])
    }

    @Test func aListFollowsAPropertyOfItsScreen() async throws {
        final class Letters: ViewModel {
            @Input var count = 2

            override func setUp() {
                list(depending: \.count) { count in
                    CellList(
                        ArrayDataSource(
                            (0..<count).map { CellViewModel(title: "row \($0)") }, section: Section(id: "s")
                        ) { $0.title })
                }
            }
        }
        @SceneActor final class App: AppCoordinator {
            override init() {
                super.init()
                personal("/") { _ in Letters() }
            }
        }
        let page = try await Visit(TestApp { _ in App() }, "/")
        #expect(page.rows.count == 2)
        try await page.type(5, into: "Count")
        #expect(page.rows.map(\.title).last == "row 4" && page.rows.count == 5)
    }

    @Test @SceneActor func aRouteHasAnyNumberOfValues() async throws {
        let app = try await makeApp()
        #expect(try await Visit(app, "/board/3/4/x").title == "7 x")
        #expect(Tasks.cell.route((1, 2, "a b")).description == "/board/1/2/a%20b")
        #expect(RoutePattern("/a/{b}", Int.self).values(of: Tasks.cell.route((1, 2, "a"))) == nil)
        for wrong in ["/board/x/4/x", "/board/03/4/x", "/board/3/4"] {
            await #expect(throws: Refusal.self) { _ = try await Visit(app, wrong) }
        }
    }

    @Test func columnsHoldTimesNumbersAndCodableValues() async throws {
        let place = try TemporaryFolder()
        let store = try await Store(path: "\(place.path)/t.sqlite", migrations: Tasks.migrations)
        let row = await store.row("Task", "1")
        await row.loaded()
        let due = try #require(try? Date.ISO8601FormatStyle().parse("2026-11-26T12:30:00Z"))
        let token = try #require(UUID(uuidString: "0190A6FE-0000-7000-8000-00805F9B34FB"))
        let cost = try #require(Decimal(string: "1234567890123456789.05"))
        let shelf = Place(shelf: "A/1", tags: ["x", "y"])
        try await row.save(["Due": due, "Token": token, "Cost": cost, "Place": shelf, "State": State.closed])
        let texts =
            try await store.rows("SELECT Due || ' ' || Token || ' ' || Cost || ' ' || Place FROM Task WHERE Id = 1")
            as [String]
        #expect(
            texts == [
                "2026-11-26T12:30:00.000Z 0190a6fe-0000-7000-8000-00805f9b34fb 1234567890123456789.05 "
                    + #"{"shelf":"A/1","tags":["x","y"]}"#
            ])
        #expect(await row["Due"] == due)
        #expect(await row["Token"] == token)
        #expect(await row["Cost"] == cost)
        #expect(await row["Place"] == shelf)
        #expect(await row["State"] == State.closed)
        try await store.write(.update(table: "Task", id: "1", values: ["Due": due.json]))
        let again = try await store.rows("SELECT Due FROM Task WHERE Id = 1") as [String]
        #expect(again == ["2026-11-26T12:30:00.000Z"], "both ways write the same text")
        await store.close()
    }

    @Test(
        arguments: [
            ("2026-11-26T12:30:00Z", 1_795_696_200), ("2026-11-26 12:30:00", 1_795_696_200),
            ("2026-11-26 12:30:00+00", 1_795_696_200), ("2026-11-26T14:30:00+02:00", 1_795_696_200),
            ("2026-11-26 12:30:00.500", 1_795_696_200.5), ("2026-11-26", 1_795_651_200),
        ]) func aTimeIsReadInEachSpelling(_ text: String, _ seconds: Double)
    {
        #expect(Date(sqlValue: .text(text)) == Date(timeIntervalSince1970: seconds), "\(text)")
        for text in ["tomorrow", "", "Z", "2026-11-26T", "2026-11-26T12:30:00Z junk", "2026-13-01"] {
            #expect(Date(sqlValue: .text(text)) == nil, "\(text)")
        }
        for text in ["12 EUR", "1-2", "2026-11-26", ".", "-", ""] {
            #expect(Decimal(sqlValue: .text(text)) == nil && Decimal(json: .string(text)) == nil, "\(text)")
        }
        #expect(Date(timeIntervalSince1970: 0.25).sqlValue == .text("1970-01-01T00:00:00.250Z"))
    }
}
