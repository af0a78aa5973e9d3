import JSON
import Loop
import Serving
import TestSupport
import Testing

private let music = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL UNIQUE,
    Rating INTEGER CHECK (Rating BETWEEN 1 AND 5));
    CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER REFERENCES Artist);
    INSERT INTO Artist VALUES (1, 'AC/DC', 5), (2, 'Accept', NULL), (3, 'Aerosmith', 3);
    INSERT INTO Album VALUES (1, 'Let There Be Rock', 1), (2, 'Toys in the Attic', 3);
    """

@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct TransportTests {
    @Test func oneDocumentOnEveryTransport() async throws {
        try await withServer(music) { server in
            let answer = try await server.http.get("/Artist")
            let socket = try await SocketClient(port: server.port)
            let snapshot = try await socket.open("/Artist")
            let events = try await EventClient(port: server.port, "/Artist")
            _ = try await events.next()
            #expect(answer.status == 200)
            #expect(try answer.json == snapshot["document"])
            #expect(try answer.json == events.document)
            #expect(answer.tag == snapshot["digest"]?.stringValue)
            #expect(answer.tag == events.digest)
        }
    }

    @Test func aKnownDocumentIsNotSentAgain() async throws {
        try await withServer(music) { server in
            let tag = try await server.http.get("/Artist").headers["etag"] ?? ""
            #expect(try await server.http.get("/Artist", ["If-None-Match": tag]).status == 304)
            #expect(try await server.http.get("/Artist", ["If-None-Match": "\"other\""]).status == 200)
        }
    }

    @Test func aPatchLeadsFromTheClientsState() async throws {
        try await withServer(music) { server in
            let before = try await server.http.get("/Artist")
            try await server.database.run("UPDATE Artist SET Name = 'Accepted' WHERE ArtistId = 2")
            let headers = ["Accept": "application/json-patch+json", "If-None-Match": before.headers["etag"] ?? ""]
            let patch = try await server.http.get("/Artist", headers)
            let after = try await server.http.get("/Artist")
            #expect(patch.headers["content-type"] == "application/json-patch+json")
            #expect(patch.tag == after.tag)
            #expect(try before.json.applying(try patch.json) == after.json)
            let unknown = ["Accept": "application/json-patch+json", "If-None-Match": "\"AAAAAAAAAAA\""]
            #expect(try await server.http.get("/Artist", unknown).headers["content-type"] == "application/json")
        }
    }

    @Test(arguments: [
        ("*/*", 200), ("", 200), ("application/json-patch+json", 200), ("application/json;q=0", 406),
        ("application/json;q=0, */*, text/event-stream;q=0", 406),
        ("application/json;q=0, application/*, text/event-stream;q=0", 406),
        ("application/json;q=0.1, application/json-patch+json;q=0", 200), ("image/png, application/*;q=0.1", 200),
    ])
    func theMostSpecificRangeDecides(accept: String, status: Int) async throws {
        try await withServer(music) { server in
            let answer = try await server.http.get("/Artist", ["Accept": accept])
            #expect(answer.status == status)
            #expect(answer.headers["content-type"] == (status == 200 ? "application/json" : "application/problem+json"))
        }
    }

    @Test func anotherProcessIsSeenByAStreamAndASocket() async throws {
        try await withServer(music) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try await socket.open("/Artist")["scene"]?.intValue ?? 0
            let events = try await EventClient(port: server.port, "/Artist")
            _ = try await events.next()
            try await server.database.run("UPDATE Artist SET Name = 'AC⚡DC' WHERE ArtistId = 1")
            #expect(try await events.next().name == "patch")
            #expect(try await socket.next()["type"] == "patch")
            let fresh = try await server.http.get("/Artist")
            #expect(try fresh.json == events.document)
            #expect(try fresh.json == socket.replicas[scene]?.document)
            #expect(fresh.tag == events.digest)
        }
    }

    @Test func aStreamResumesFromItsState() async throws {
        try await withServer(music) { server in
            let first = try await EventClient(port: server.port, "/Artist")
            _ = try await first.next()
            let current = try await EventClient(
                port: server.port, "/Artist", since: first.digest, holding: first.document)
            #expect(try await current.next().name == "current")
            try await server.database.run("DELETE FROM Artist WHERE ArtistId = 2")
            _ = try await first.next()
            let later = try await EventClient(
                port: server.port, "/Artist", since: current.digest, holding: current.document)
            #expect(try await later.next().name == "patch")
            #expect(later.document == first.document)
        }
    }

    @Test func aReadAfterACommitShowsIt() async throws {
        try await withServer(music) { server in
            for number in 0..<20 {
                try await server.database.run("UPDATE Artist SET Name = 'Name \(number)' WHERE ArtistId = 1")
                #expect(try await server.http.get("/Artist").json["cells"]?["1"]?["title"] == .string("Name \(number)"))
            }
        }
    }

    @Test(arguments: ["GET", "HEAD", "PUT"]) func aCommandCannotBeRead(method: String) async throws {
        try await withServer(music) { server in
            for path in ["/Artist:insert", "/Artist/1:delete", "/nothing:nothing", "/:insert"] {
                for accept in ["*/*", "text/html"] {
                    let answer = try await server.http.send(method, path, ["Accept": accept])
                    // A name that is neither a command nor an image is reported.
                    let isLost = !path.hasPrefix("/Artist")
                    #expect(answer.status == (isLost ? 404 : 405))
                    #expect(answer.headers["allow"] == (isLost ? nil : "OPTIONS, POST"))
                }
            }
            #expect(try await server.http.get("/Artist?search=a:b").status == 200)
        }
    }

    @Test func refusedMethodsReturnTheAllowedOnes() async throws {
        try await withServer(music) { server in
            let put = try await server.http.send("PUT", "/Artist", body: [])
            #expect(put.status == 405)
            #expect(put.headers["allow"] == "GET, HEAD, OPTIONS")
            let options = try await server.http.send("OPTIONS", "/Artist")
            #expect(options.status == 204)
            let head = try await server.http.send("HEAD", "/Artist")
            let get = try await server.http.get("/Artist")
            #expect(head.headers["content-length"] == String(get.body.count))
            #expect(head.tag == get.tag)
        }
    }

    @Test func errorsAreProblemsWithACode() async throws {
        try await withServer(music) { server in
            for (target, status, code) in [
                ("/Nobody", 404, "not-found"), ("/Artist/77", 404, "not-found"), ("/Artist?x=1", 400, "invalid-route"),
                ("/Artist?window=-1", 400, "invalid-window"), ("/-/nothing", 404, "not-found"),
                ("/Artist/1/Name/x", 404, "not-found"),
            ] {
                let answer = try await server.http.get(target)
                #expect(answer.status == status, "\(target)")
                #expect(answer.headers["content-type"] == "application/problem+json")
                #expect(try answer.json["code"] == .string(code))
            }
        }
    }

    @Test func aForeignPageIsRefusedOnEveryTransport() async throws {
        try await withServer(music) { (server: TestServer) async throws in
            let origin = ["Origin": "http://evil.example"]
            #expect(try await server.http.get("/Artist", origin).status == 403)
            #expect(try await server.http.post("/Artist:insert", ["Name": "x"], origin).status == 403)
            await #expect(throws: (any Error).self) {
                _ = try await SocketClient(port: server.port, origin: "http://evil.example")
            }
            let own = ["Origin": "http://127.0.0.1:\(server.port)"]
            #expect(try await server.http.get("/Artist", own).status == 200)
        }
    }

    @Test(arguments: [
        ("HTTPS://App.Example:443/", "https://app.example"), ("http://app.example:80", "http://app.example"),
        ("http://app.example:0443", "http://app.example:443"), ("http://[::1]:3000/", "http://[::1]:3000"),
        ("capacitor://localhost", "capacitor://localhost"), ("http://127.0.0.1:80", "http://127.0.0.1"),
    ])
    func originsAreComparedInTheFormOfBrowsers(spelled: String, sent: String) async throws {
        try await withServer(music, { $0.origins = [spelled] }) { (server: TestServer) async throws in
            #expect(try await server.http.get("/Artist", ["Origin": sent]).status == 200)
            #expect(try await server.http.get("/Artist", ["Origin": sent + "1"]).status == 403)
        }
    }

    @Test func refusesForeignHosts() async throws {
        try await withServer(music, { $0.origins = ["https://Music.example:443/"] }) {
            (server: TestServer) async throws in
            for (host, status) in [
                ("evil.example", 421), ("evil.example:80", 421), ("127.evil.example", 421), ("localhost", 200),
                ("127.0.0.1", 200), ("[::1]", 200),
                ("oriel", 200), ("oriel.localhost:8080", 200), ("music.example", 200),
            ] {
                #expect(try await server.http.get("/Artist", ["Host": host]).status == status, "\(host)")
            }
        }
    }
}
