import FoundationEssentials
import Oriel
import OrielTesting
import Testing

/// Lists, and reading and writing a database.
@Suite(.timeLimit(.minutes(5))) struct ListBlocks {
    @SceneActor @Observable final class Todo: Identifiable {
        let id: Int
        let text: String
        init(_ id: Int, _ text: String) { (self.id, self.text) = (id, text) }
    }

    final class TodoCell: CellViewModel {
        init(_ todo: Todo) { super.init(title: todo.text) }
    }

    final class ArtistCell: CellViewModel {
        init(_ artist: Record) { super.init(title: artist["Name"] ?? "") }
    }

    final class AlbumCell: CellViewModel {
        init(_ album: Record) {
            let (tracks, seconds): (Int, Int) = (album["count"] ?? 0, album["sum(Seconds)"] ?? 0)
            super.init(title: album["Album"] ?? "none", subtitle: "\(tracks) in \(seconds) s")
        }
    }

    final class TrackCell: CellViewModel {
        init(_ track: Record) { super.init(title: track["Name"] ?? "") }
    }

    final class TicketCell: CellViewModel {
        init(_ ticket: Record) { super.init(title: ticket["Title"] ?? "") }
    }

    final class TodosViewModel: ViewModel {
        init() {
            super.init(title: "Todos")
            let todos = ArrayModel([Todo(1, "Read the guide")])
            list = CellList(MutableArrayDataSource(todos, section: Section(id: "todos")) { TodoCell($0) })
        }
    }

    final class SQLViewModel: ViewModel {
        init(_ store: Store) {
            super.init(title: "SQL")
            let artists = store.list(
                sql: "SELECT Id, Name FROM Artist ORDER BY Name", columns: ["Name"], key: ["Id"]
            ) { artist -> CellViewModel in ArtistCell(artist) }
            let albums = store.totals(of: "Track", by: "Album", [.count, .sum("Seconds")]) {
                album -> CellViewModel in AlbumCell(album)
            }
            list = CellList(
                MultiSectionDataSource([ListChild("artists", artists), ListChild("albums", albums)]))
        }
    }

    final class FoundViewModel: ViewModel {
        init(_ store: Store, search: String) {
            super.init(title: "Found")
            list = CellList(
                store.list(
                    "Track",
                    where: [
                        .range("Year", 1990...), .any([.startsWith("Name", "The "), .equal("Composer", nil)]),
                    ],
                    search: search, sort: ["Name"]
                ) { TrackCell($0) })
        }
    }

    final class OwnersViewModel: ViewModel {
        init(_ store: Store) {
            super.init(title: "Owners")
            list = CellList(
                store.list("Ticket", columns: ["Title", "Owner.Name"]) { ticket in
                    CellViewModel(title: ticket["Title"] ?? "", subtitle: ticket["Owner.Name"])
                })
        }
    }

    enum State: String, InputValue, CaseIterable { case open, closed }

    final class TicketsViewModel: ViewModel {
        private let store: Store
        @Input(query: "state") var shown = State.open

        override func setUp() {
            list(depending: \.shown) { [store] shown in
                CellList(store.list("Ticket", where: [.equal("State", shown.rawValue)]) { TicketCell($0) })
            }
        }

        init(_ store: Store) {
            self.store = store
            super.init(title: "Tickets")
        }
    }

    final class GenresViewModel: ViewModel {
        init(_ store: Store) {
            super.init(title: "Genres")
            let genres = store.values(of: "Genre", in: "Track")
            let groups = GroupedDataSource(by: genres, as: .sections) { id, genre in
                let section = Section(id: id, title: genre["Genre"])
                return store.list("Track", where: [Filter(column: "Genre", id: id)], section: section) {
                    TrackCell($0)
                }
            }
            list = CellList(groups)
        }
    }

    /// Returns the titles and subtitles of the rows of a screen.
    private func rows(_ route: String = "/", of make: @escaping @SceneActor (Store) -> ViewModel) async throws
        -> [String]
    {
        let app = try await Guide.serve { guide, store, _ in guide.screen("/?state") { _ in make(store) } }
        return try await Visit(app, route).rows.map { $0.subtitle.isEmpty ? $0.title : "\($0.title): \($0.subtitle)" }
    }

    @Test func listsShowTheirRows() async throws {
        #expect(try await rows { _ in TodosViewModel() } == ["Read the guide"])
        #expect(
            try await rows { SQLViewModel($0) }
                == ["Joni", "Nina", "Blue: 2 in 365 s", "Ladies: 1 in 290 s", "Pastel: 1 in 620 s"])
        #expect(try await rows { FoundViewModel($0, search: "car") } == ["Carey"])
        #expect(try await rows { OwnersViewModel($0) } == ["It is dark: Ada", "It is cold", "It is late"])
        #expect(try await rows { TicketsViewModel($0) } == ["It is dark", "It is late"])
        #expect(try await rows("/?state=closed") { TicketsViewModel($0) } == ["It is cold"])
        #expect(try await rows { GenresViewModel($0) } == ["Blue", "The Circle Game", "Carey", "Sinnerman"])
    }

    @SceneActor private func columns(
        _ record: Record, _ row: RowModel, _ store: Store
    ) async throws -> (due: Date?, price: Decimal?) {
        // swift-format-ignore
        struct Address: CodableColumn { var street = "", city = "" }

        let due: Date? = record["Due"]  // RFC 3339, in UTC
        let price: Decimal? = record["Price"]  // stored as a text, so that it is exact
        try await row.save(["Due": Date(), "Address": Address(city: "Paris")])
        let tea: JSONObject = ["Title": "Tea", "State": "open", "Due": Date().json]
        try await store.write(.insert(table: "Ticket", values: tea))
        return (due, price)
    }

    @Test func columnsHaveTypes() async throws {
        try await Guide.withStore { store, _ in
            let row = store.row("Ticket", "1")
            await row.loaded()
            let values = try await columns(try #require(row.record), row, store)
            #expect(values.due == Date(timeIntervalSince1970: 1_777_593_600))
            #expect(values.price == Decimal(string: "0.10"))
            let address: [String] = try await store.rows("SELECT Address FROM Ticket WHERE Id = 1")
            #expect(address.first?.contains(#""city":"Paris""#) == true)
        }
    }

    @Test func aDatabaseIsCreatedReadAndWritten() async throws {
        try await Guide.withStore { _, place in
            let folder = place.folder
            let store = try await Store(
                path: "\(folder)/todos.sqlite",
                migrations: [
                    "create": "CREATE TABLE Todo (Id INTEGER PRIMARY KEY, Text TEXT NOT NULL)",
                    "done": "ALTER TABLE Todo ADD COLUMN IsDone BOOLEAN NOT NULL DEFAULT 0",
                ])
            #expect(store.schema.table(named: "Todo") != nil)
            await store.close()
        }
    }

    @Test func rowsAreReadAndWrittenOnce() async throws {
        try await Guide.withStore { store, _ in
            let (mail, sum, from, to) = ("ada@example.com", 4, 1, 2)
            // swift-format-ignore
            struct User: Decodable { let Id: Int, Name: String }

            let found: [User] = try await store.rows("SELECT Id, Name FROM User WHERE Mail = ?", mail)
            try await store.transaction { transaction in
                try transaction.run("UPDATE Account SET Balance = Balance - ? WHERE Id = ?", sum, from)
                try transaction.run("UPDATE Account SET Balance = Balance + ? WHERE Id = ?", sum, to)
            }
            #expect(found.map(\.Name) == ["Ada"] && found.map(\.Id) == [7])
            let balances: [Int] = try await store.rows("SELECT Balance FROM Account ORDER BY Id")
            #expect(balances == [6, 4])
        }
    }
}
