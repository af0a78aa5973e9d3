import JSON
import TestSupport
import Testing

/// Two other programs change rows, change the schema and run VACUUM at the same time. At rest, every list equals that
/// of a new server: titles of referenced rows, sections and their totals, row counts.
@Suite(.timeLimit(.minutes(5))) struct ForeignSchemaTests {
    private static let sql = """
        CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT);
        CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT, ArtistId INTEGER REFERENCES Artist);
        CREATE TABLE Genre (GenreId INTEGER PRIMARY KEY, Name TEXT);
        CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, Name TEXT, AlbumId INTEGER REFERENCES Album,
            GenreId INTEGER REFERENCES Genre, Milliseconds INTEGER);
        CREATE VIEW Long AS SELECT Name, Milliseconds FROM Track WHERE Milliseconds > 50;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
        INSERT INTO Artist SELECT i, 'artist ' || i FROM n;
        INSERT INTO Album SELECT ArtistId, 'album ' || ArtistId, 1 + ArtistId * 7 % 20 FROM Artist;
        INSERT INTO Genre SELECT ArtistId, 'genre ' || ArtistId FROM Artist WHERE ArtistId < 6;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
        INSERT INTO Track SELECT i, 'track ' || i * 37 % 400, 1 + i % 20, 1 + i * 3 % 5, i * 13 % 100 FROM n;
        """

    private static let routes = [
        "/Track?section=GenreId&window=16,5", "/Track?section=GenreId&sort=-Name",
        "/Track?section=AlbumId&sort=TrackId",
        "/Track?sort=AlbumId,Name&window=100,20", "/Track/7", "/Track/8", "/Album/3", "/Artist/2", "/Album?sort=Title",
        "/Album",
        "/Genre", "/Long", "/", "/Track?search=track",
    ]

    private static func change(_ number: Int, _ random: inout SeededGenerator) -> String {
        let id = Int.random(in: 1...20, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: return "UPDATE Album SET Title = 'title \(number)' WHERE AlbumId % 5 = \(id % 5)"
        case 6: return "UPDATE Artist SET Name = 'name \(number)' WHERE ArtistId = \(id)"
        case 7: return "UPDATE Genre SET Name = 'name \(number)' WHERE GenreId = \(id % 5)"
        case 8..<10: return "UPDATE Track SET GenreId = \(1 + id % 5), Milliseconds = \(id) WHERE TrackId % 20 = \(id)"
        case 10: return "DELETE FROM Track WHERE TrackId > 20 AND TrackId % 50 = \(id)"
        case 11: return "INSERT INTO Track (Name, AlbumId, GenreId, Milliseconds) VALUES ('new', \(id), 2, 99)"
        case 12: return "ALTER TABLE Album ADD COLUMN more\(number)"
        case 13: return "ALTER TABLE Track ADD COLUMN more\(number) INTEGER DEFAULT \(number)"
        case 14: return "CREATE INDEX IF NOT EXISTS byTitle ON Album (Title)"
        case 15: return "DROP INDEX IF EXISTS byTitle"
        case 16: return "CREATE TABLE extra\(number) (id INTEGER PRIMARY KEY, text)"
        case 17:
            return
                "BEGIN IMMEDIATE; DROP VIEW Long; "
                + "CREATE VIEW Long AS SELECT Name, Milliseconds FROM Track WHERE Milliseconds > \(id); COMMIT"
        case 18: return "BEGIN; UPDATE Album SET Title = 'never'; ROLLBACK"
        default: return "VACUUM"
        }
    }

    @Test(arguments: [AnyWriterTests.Journal.wal, .delete])
    func everyListEndsWithWhatAFreshProcessShows(journal: AnyWriterTests.Journal) async throws {
        var random = SeededGenerator.announced("everyListEndsWithWhatAFreshProcessShows")
        let seeds = [random.split(), random.split()]
        try await withServer("PRAGMA journal_mode = \(journal.rawValue);" + Self.sql) { server in
            let socket = try await SocketClient(port: server.port)
            var scenes: [Int64] = []
            for route in Self.routes {
                let plain = route.split(separator: "&window=")
                let window: JSON? = plain.count > 1 ? Self.window(String(plain[1])) : nil
                let answer = try await socket.open(String(plain[0]), window: window)
                scenes.append(try #require(answer["scene"]?.intValue, "\(route): \(answer)"))
            }
            let shells = try seeds.map { _ in try SQLShell(server.database.path) }
            for round in 0..<6 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (place, shell) in shells.enumerated() {
                        group.addTask {
                            var random = seeds[place]
                            for _ in 0..<round { random = random.split() }
                            for step in 0..<15 {
                                let number = (round * 2 + place) * 100 + step
                                try await shell.run(Self.change(number, &random))
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                for scene in scenes { try await socket.settle(scene, server.http) }
                try await Self.compareWithFresh(server, round)
            }
        }
    }

    private static func window(_ text: String) -> JSON {
        let numbers = text.split(separator: ",").compactMap { Int64($0) }
        return ["start": .int(numbers[0]), "count": .int(numbers[1])]
    }

    /// Compares each document with that of a server that has just opened the file.
    private static func compareWithFresh(_ server: TestServer, _ round: Int) async throws {
        let fresh = try await TestServer(server.database)
        for route in routes {
            let (known, expected) = (try await server.http.get(route), try await fresh.http.get(route))
            #expect(try known.json == expected.json, "\(route) in round \(round)")
        }
        await fresh.stop()
    }
}
