import JSON
import TestSupport
import Testing

/// The columns that a list sends: those that `columns` names, or a default.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct ShownColumnTests {
    private static let music = """
        CREATE TABLE Artist (Id INTEGER PRIMARY KEY, Name TEXT);
        CREATE TABLE Album (
            Id INTEGER PRIMARY KEY, Title TEXT, ArtistId INTEGER REFERENCES Artist, "a,b" TEXT, "columns" TEXT,
            Cover BLOB);
        INSERT INTO Artist VALUES (1, 'Ada'), (2, 'Bob');
        INSERT INTO Album VALUES (7, 'Howl', 1, 'x', 'y', x'474946383961'), (8, NULL, NULL, NULL, 'z', NULL);
        """

    @Test func aNarrowTableShowsAllColumns() async throws {
        try await withServer(Self.music) { server in
            let list = try await server.http.get("/Album").json
            #expect(list["shown"] == ["Id", "Title", "ArtistId", "a,b", "columns", "Cover"])
            #expect(list["titleColumns"] == ["Title"])
            #expect(list["files"] == ["Cover"])
            let cells = list["cells"]
            #expect(
                cells?["7"]?["fields"] == [
                    "Id": 7, "Title": "Howl", "ArtistId": 1, "a,b": "x", "columns": "y",
                    "Cover": ["bytes": 6, "type": "image/gif", "href": "/Album/7/Cover"],
                ])
            #expect(cells?["7"]?["links"] == ["ArtistId": ["href": "/Artist/1", "title": "Ada"]])
            #expect(cells?["7"]?["subtitle"] == "Ada")
            #expect(cells?["8"]?["links"] == nil)
            #expect(cells?["8"]?["title"] == "Album 8")
        }
    }

    @Test(
        arguments: [
            ("columns=Title", "/Album?columns=Title", ["Title": "Howl"]),
            ("columns=columns,Title,columns", "/Album?columns=columns,Title", ["columns": "y", "Title": "Howl"]),
            ("columns=%22a,b%22,Title", "/Album?columns=%22a,b%22,Title", ["a,b": "x", "Title": "Howl"]),
            ("%22columns%22=y&columns=Title", "/Album?%22columns%22=y&columns=Title", ["Title": "Howl"]),
        ] as [(String, String, JSON)])
    func aRouteNamesTheColumns(query: String, route: String, fields: JSON) async throws {
        try await withServer(Self.music) { server in
            let list = try await server.http.get("/Album?" + query).json
            #expect(list["route"] == .string(route))
            #expect(list["cells"]?["7"]?["fields"] == fields)
            #expect(list["cells"]?["7"]?["title"] == "Howl")
        }
    }

    @Test func namedDefaultsAreTheSameRoute() async throws {
        try await withServer(Self.music) { server in
            let list = try await server.http.get("/Artist?columns=Id,Name").json
            #expect(list["route"] == "/Artist")
            let other = try await server.http.get("/Artist?columns=Name,Id").json
            #expect(other["route"] == "/Artist?columns=Name,Id")
            #expect(other["shown"] == ["Name", "Id"])
        }
    }

    @Test func unknownColumnsAreRefusedAtEachTransport() async throws {
        try await withServer(Self.music) { server in
            for target in ["/Album?columns=Nope", "/Album:csv?columns=Nope"] {
                let answer = try await server.http.get(target)
                #expect(answer.status == 400)
                #expect(try answer.json["code"] == "invalid-route")
            }
            let socket = try await SocketClient(port: server.port)
            #expect(try await socket.open("/Album?columns=Nope")["code"] == "invalid-route")
        }
    }

    @Test func aChangeOfAColumnThatIsNotShownSendsNothing() async throws {
        try await withServer(Self.music) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/Album?columns=Title")["scene"]?.intValue)
            try await server.database.run("UPDATE Album SET columns = 'new' WHERE Id = 7")
            try await server.database.run("UPDATE Album SET Title = 'Hush' WHERE Id = 7")
            try await socket.follow(scene, until: { $0["cells"]?["7"]?["fields"]?["Title"] == "Hush" })
            #expect(socket.replicas[scene]?.patches == 1)
            let fresh = try await server.http.get("/Album?columns=Title").json
            #expect(socket.replicas[scene]?.document == fresh)
        }
    }

    @Test func aLinkFollowsTheRowThatItLeadsTo() async throws {
        try await withServer(Self.music) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/Album?columns=ArtistId")["scene"]?.intValue)
            try await server.database.run("UPDATE Artist SET Name = 'Eve' WHERE Id = 1")
            try await socket.follow(scene, until: { $0["cells"]?["7"]?["links"]?["ArtistId"]?["title"] == "Eve" })
            try await server.database.run("UPDATE Album SET ArtistId = 2 WHERE Id = 7")
            try await socket.follow(scene, until: { $0["cells"]?["7"]?["links"]?["ArtistId"]?["href"] == "/Artist/2" })
            #expect(try await server.http.get("/Album?columns=ArtistId").json == socket.replicas[scene]?.document)
        }
    }

    @Test func anExportHasTheNamedColumnsInTheirOrder() async throws {
        try await withServer(Self.music) { server in
            let all = try await server.http.get("/Artist:csv").text
            #expect(all == "Id,Name\r\n1,Ada\r\n2,Bob\r\n")
            let named = try await server.http.get("/Artist:csv?columns=Name").text
            #expect(named == "Name\r\nAda\r\nBob\r\n")
            let swapped = try await server.http.get("/Artist:ndjson?columns=Name,Id").text
            #expect(swapped == #"{"Name":"Ada","Id":1}"# + "\n" + #"{"Name":"Bob","Id":2}"# + "\n")
        }
    }

    @Test func aWideTableShowsTheKeyTheTitleAndTheFirstOthers() async throws {
        let columns = (1...198).map { "c\($0) TEXT" }.joined(separator: ", ")
        let sql = """
            CREATE TABLE wide (\(columns), name TEXT, id INTEGER PRIMARY KEY);
            INSERT INTO wide (id, name, c1, c198) VALUES (1, 'one', 'first', 'last');
            """
        try await withServer(sql) { server in
            let list = try await server.http.get("/wide").json
            let shown = (1...14).map { JSON.string("c\($0)") } + ["name", "id"]
            #expect(list["shown"] == .array(shown))
            #expect(list["columns"]?.arrayValue?.count == 200)
            let last = try await server.http.get("/wide?columns=c198").json
            #expect(last["cells"]?["1"]?["fields"] == ["c198": "last"])
        }
    }
}
