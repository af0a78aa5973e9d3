import DataSources
import JSON
import Loop
import Models
import Scenes
import Serving
import Stores
import Tables
import TestSupport
import ViewModels

/// A row of a table, which may be deleted, and takes itself out of a list.
@SceneActor private final class CardCell: CellViewModel, RecordCell {
    @Bound var record: Record
    private let store: Store

    init(_ record: Record, _ store: Store) {
        self.record = record
        self.store = store
        super.init(template: "card")
        rights = .delete
        actions = [
            RowAction("remove", title: "Remove") { [unowned self] in
                try await store.write(.delete(table: "card", id: self.record.id))
                await EventLoop.shared.pause(.milliseconds(50))
                subtitle = "removed"
            }
        ]
    }

    override func updateOutputs() { title = record["title"] ?? "" }
    override func delete() async throws { try await store.write(.delete(table: "card", id: record.id)) }
}

/// A screen that is forbidden.
@SceneActor private final class VaultViewModel: ViewModel {
    init(_ store: Store) {
        super.init(screen: "vault")
        commands = [
            Command("wipe", title: "Wipe") { _ in try await store.write(.insert(table: "card", values: ["title": "no"]))
            }
        ]
    }

    override func setUp() { end("forbidden") }
}

/// Screens of an app over a table of cards.
@SceneActor final class CardScreens: AppCoordinator {
    init(_ store: Store) {
        super.init()
        func cards(_ filters: [Filter] = []) -> FetchedDataSource<Record, CellViewModel> {
            store.list("card", where: filters, sort: ["id"]) { CardCell($0, store) }
        }
        screen("/cards") { _ in
            let screen = ViewModel(screen: "cards", list: CellList(cards()))
            screen.commands = [
                Command("add", title: "Add", arguments: ["state": .argument("text")]) { call in
                    let state: String = call["state"] ?? ""
                    try await store.write(.insert(table: "card", values: ["state": .string(state)]))
                }
            ]
            return screen
        }
        screen("/desk") { _ in
            let desk = ViewModel(screen: "desk")
            desk.embed(ViewModel(screen: "part", list: CellList(cards())), in: "part")
            return desk
        }
        screen("/both") { _ in
            let children = ["todo", "done"].map { ListChild($0, cards([.equal("state", $0)])) }
            return ViewModel(screen: "both", list: CellList(MultiSectionDataSource(children)))
        }
        screen("/groups") { _ in
            let groups = GroupedDataSource<Record, CellViewModel>(
                by: store.values(of: "state", in: "card"), as: .sections
            ) { id, state in
                let section = Section(id: id, title: state["state"])
                return store.list("card", where: [Filter(column: "state", id: id)], section: section) {
                    CardCell($0, store)
                }
            }
            return ViewModel(screen: "groups", list: CellList(groups))
        }
        screen("/vault") { _ in VaultViewModel(store) }
    }
}

/// A server of these screens.
struct CardServer: Sendable {
    let database: Database
    let port: Int
    private let store: Store
    private let site: Site

    var http: HTTPClient { HTTPClient(port: port) }

    private static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE state (name TEXT PRIMARY KEY);
        INSERT INTO state VALUES ('todo'), ('done');
        CREATE TABLE card (id INTEGER PRIMARY KEY, state TEXT REFERENCES state, title TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
        INSERT INTO card SELECT i, iif(i % 2, 'todo', 'done'), 'Card ' || i FROM n;
        """

    @SceneActor init() async throws {
        database = try await blocking { try Database(Self.sql) }
        store = try await Store(path: database.path)
        var settings = Settings()
        settings.port = 0
        site = Site(coordinator: CardScreens(store), files: StaticFiles(directory: nil), settings: settings)
        port = Int(try site.start().split(separator: ":").last ?? "") ?? 0
    }

    func stop() async {
        await site.stop()
        await store.close()
    }
}

/// Runs a body with a server of the cards, and always stops the server.
func withCards(_ body: @Sendable (CardServer) async throws -> Void) async throws {
    try await using({ try await CardServer() }, close: { await $0.stop() }, body)
}
