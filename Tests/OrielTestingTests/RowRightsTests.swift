import Foundation
import Oriel
import OrielTesting
import TestSupport
import Testing

/// Actions of rows, which are offered if the rules permit them for that row.
@Suite(.timeLimit(.minutes(5))) struct RowRightsTests {
    private static let rules = """
        tables:
          Note:
            - to: signed-in
              columns: all
              update: { rows: State = 'open', columns: [State] }
              delete: Author = user.name
          Log: [{ to: signed-in, columns: all }]
        """

    private static let (ada, bob) = (Principal.person("ada"), Principal.person("bob"))
    private static let root = Principal.person("root", roles: ["admin"])

    private static func serve(on storage: TestStorage = .memory) async throws -> TestApp {
        try await TestApp(on: storage, people: [ada, bob, root]) { place in
            let path = "\(place.folder)/access.yaml"
            try Data(rules.utf8).write(to: URL(fileURLWithPath: path))
            let store = try await place.store(migrations: Notes.migrations)
            return Notes(try AccessRules(path, of: store))
        }
    }

    @Test(arguments: [false, true]) func aRowOffersWhatTheRulesPermit(onPostgres isOnPostgres: Bool) async throws {
        let storage =
            isOnPostgres ? TestStorage.postgres(try await blocking { try PostgresCluster.shared.url }) : .memory
        let app = try await Self.serve(on: storage)
        let (hers, his) = (try await Visit(app, "/", as: Self.ada), try await Visit(app, "/", as: Self.bob))
        #expect(hers.rows.map(\.offered) == ["delete update", "update", ""])
        #expect(his.rows.map(\.offered) == ["update", "delete update", "delete"])
        let all = try await Visit(app, "/", as: Self.root)
        #expect(all.rows.allSatisfy { $0.offered == "delete update" })
        try await hers.tap("Close", on: hers.row("one"))
        #expect(hers.rows.map(\.offered) == ["delete", "update", ""])
        try await his.wait("the change is there") { $0.rows.map(\.offered) == ["", "delete update", "delete"] }
        #expect(try await app.post("/:delete", ["row": "1"], as: Self.bob).status == 403)
        await app.stop()
    }

    @Test func aModelOfARowTellsTheSame() async throws {
        let app = try await Self.serve()
        let hers = try await Visit(app, "/notes/1", as: Self.ada)
        #expect(hers.outputs["permitted"] == ["update", "delete"])
        #expect(try await Visit(app, "/notes/3", as: Self.ada).outputs["permitted"] == [])
        #expect(try await Visit(app, "/log/1", as: Self.ada).outputs["permitted"] == [])
        let list = try await Visit(app, "/", as: Self.ada)
        try await list.tap("Close", on: list.row("one"))
        try await hers.wait("it is closed") { $0.outputs["permitted"] == ["delete"] }
    }
}

extension SeenRow {
    fileprivate var offered: String { (rights + actions.map { _ in "update" }).joined(separator: " ") }
}

@SceneActor private final class Notes: AppCoordinator {
    static let migrations: KeyValuePairs = [
        "create": """
        CREATE TABLE "Note" ("Id" INTEGER PRIMARY KEY, "Text" TEXT, "Author" TEXT, "State" TEXT);
        INSERT INTO "Note" VALUES (1, 'one', 'ada', 'open'), (2, 'two', 'bob', 'open'), (3, 'three', 'bob', 'closed');
        CREATE TABLE "Log" ("Id" INTEGER PRIMARY KEY, "Text" TEXT);
        INSERT INTO "Log" VALUES (1, 'first');
        """
    ]

    init(_ rules: AccessRules) {
        super.init()
        screen("/", by: rules) { _, store in
            let screen = ViewModel(screen: "notes", title: "Notes")
            screen.list = CellList(store.list("Note", sort: ["Id"]) { NoteCell($0, store) })
            return screen
        }
        screen(RoutePattern("/notes/{id}", Int.self), by: rules) { _, id, store in
            NoteViewModel(store.row("Note", "\(id)"), store)
        }
        screen(RoutePattern("/log/{id}", Int.self), by: rules) { _, id, store in
            NoteViewModel(store.row("Log", "\(id)"), store)
        }
    }
}

private final class NoteCell: CellViewModel {
    private let note: Record
    private let store: GrantedStore

    init(_ note: Record, _ store: GrantedStore) {
        (self.note, self.store) = (note, store)
        super.init(title: note["Text"] ?? "")
        if store.permits(.delete, of: note) { rights = .delete }
        guard store.permits(.update, of: note) else { return }
        actions = [
            RowAction("close", title: "Close") {
                try await store.write(.update(table: "Note", id: note.id, values: ["State": "closed"]))
            }
        ]
    }

    override func delete() async throws { try await store.write(.delete(table: "Note", id: note.id)) }
}

private final class NoteViewModel: ViewModel {
    @Output var permitted: [String] = []
    private let note: RowModel
    private let store: GrantedStore

    init(_ note: RowModel, _ store: GrantedStore) {
        (self.note, self.store) = (note, store)
        super.init()
        follow(note)
    }

    override func updateOutputs() {
        guard let record = note.record else { return }
        let changes = [("update", GrantedStore.Change.update), ("delete", .delete)]
        permitted = changes.filter { store.permits($0.1, of: record) }.map(\.0)
    }
}
