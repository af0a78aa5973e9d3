import Access
import Foundation
import JSON
import Scenes
import Serving
import TestSupport
import Testing
import ViewModels

/// Rules for people who sign in, and for those who do not.
@Suite(.timeLimit(.minutes(5))) struct SignedInRightsTests {
    private static let notes = """
        ALTER TABLE note ADD Owner TEXT;
        UPDATE note SET Owner = iif(id = 1, 'ada', 'bob');
        CREATE TABLE public (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO public VALUES (1, 'for all');
        """
    private static let rules = """
        roles: { reader: {} }
        tables:
          note: [{ to: reader, columns: [text, Owner], rows: Owner = user.name, update: { columns: [text] } }]
        """

    private static func serve(_ rules: String, _ body: @Sendable (TestServer) async throws -> Void) async throws {
        try await Guarded.serve(
            notes,
            { settings in
                guard let users = settings.users else { return }
                settings.access = users.replacing("access.sqlite", with: "access.yaml")
                _ = FileManager.default.createFile(atPath: settings.access ?? "", contents: Data(rules.utf8))
            }, body)
    }

    private static func principal(_ kind: JSON, id: JSON, name: JSON, roles: JSON) -> JSON {
        ["type": "principal", "kind": kind, "id": id, "name": name, "roles": roles]
    }

    @Test func aRowThatChangesHandsLeavesOneScreenAndEntersTheOther() async throws {
        try await Self.serve(Self.rules) { server async throws in
            try await server.add("bob", roles: ["reader"])
            let browser = ["Cookie": try await server.cookies("ada"), "Origin": "http://127.0.0.1:\(server.port)"]
            let program = ["Authorization": "Bearer \(try await server.key(["reader"], person: "bob"))"]
            let ada = try await SocketClient(port: server.port, headers: browser)
            let bob = try await EventClient(port: server.port, "/note", headers: program)
            let opened = try await ada.open("/note")
            let scene = try #require(opened["scene"]?.intValue)
            _ = try await bob.next()
            #expect(opened["document"]?.titles == ["one"])
            #expect(bob.document.titles == ["two"])
            try await server.database.run("UPDATE note SET Owner = 'bob' WHERE id = 1")
            try await ada.follow(scene) { $0.titles.isEmpty }
            while bob.document.titles != ["one", "two"] { _ = try await bob.next() }
            #expect(try await server.http.get("/note/1", browser).status == 404)
            #expect(try await server.http.get("/note/1", program).status == 200)
            #expect(try await server.http.post("/note/1:update", ["text": "mine"], program).status == 200)
            #expect(try await server.http.post("/note/1:update", ["text": "no"], browser).status == 404)
            #expect(try await server.database.run("SELECT text FROM note WHERE id = 1") == "mine\n")
            let other = ["Authorization": "Bearer \(try await server.key(["reader"]))"]
            #expect(try await server.http.get("/note", other).json.titles == [])
        }
    }

    @Test func aNewRoleEndsConnectionsAndCountsAfterwards() async throws {
        try await Self.serve(Self.rules) { server async throws in
            let browser = ["Cookie": try await server.cookies("ada"), "Origin": "http://127.0.0.1:\(server.port)"]
            let ada = try await SocketClient(port: server.port, headers: browser)
            _ = try await ada.open("/note")
            let path = await server.accessPath
            try await Database.run("UPDATE Person SET Roles = 'guest'", at: path)
            #expect(try await ada.next() == ["type": "closed"])
            #expect(try await server.http.get("/note", browser).status == 404)
        }
    }

    @Test func whoHasNotSignedInSeesWhatEverybodyMay() async throws {
        try await Self.serve(Self.rules + "\n  public: [{ to: everyone, columns: [text] }]") { server async throws in
            let (http, socket) = (await server.http, try await SocketClient(port: server.port))
            let list = try await http.get("/public")
            #expect(try list.json.titles == ["for all"])
            #expect(list.headers["cache-control"] == "no-cache")
            #expect(try await http.get("/note").told(instead: "note") == http.get("/none").told(instead: "none"))
            #expect(try await http.get("/note").status == 404)
            #expect(try await socket.next() == Self.principal("nobody", id: "", name: "", roles: []))
            let opened = try await socket.open("/public")
            #expect(opened["document"]?.titles == ["for all"])
            #expect(try await socket.open("/note")["code"] == "not-found")
            try await socket.send([
                "type": "sign-in", "token": .string(try await server.key(["reader"], person: "ada")),
            ])
            #expect(try await socket.next { $0["type"] == "signed-in" }["type"] == "signed-in")
            #expect(try await socket.next() == Self.principal("person", id: "1", name: "ada", roles: ["reader"]))
            #expect(try await socket.open("/note")["document"]?.titles == ["one"])
            #expect(try await http.get("/note", ["Cookie": try await server.cookies()]).json.titles == ["one"])
        }
    }

    @Test func withoutARuleForEverybodyNobodyGetsAnything() async throws {
        try await Self.serve(Self.rules) { server async throws in
            for target in ["/note", "/", "/none", "/note:csv", "/-/inspect", "/note/1/text"] {
                #expect([401, 403].contains(try await server.http.get(target).status), "\(target)")
            }
            #expect(try await server.http.get("/note", ["Accept": "text/html"]).text.contains("name=\"password\""))
        }
    }

    /// A person who may update their own row can neither take a role nor see a password.
    @Test func rulesDoNotReachWhatDecidesWhoSignsIn() async throws {
        let rules = """
            tables: { User: [{ to: signed-in, columns: all, rows: Id = user.id, update: all }] }
            """
        try await Guarded.serve(
            ServedPeopleTests.sql + "ALTER TABLE User ADD Phone TEXT;",
            { settings in
                settings.people = ServedPeopleTests.people
                settings.access = settings.users?.replacing("access.sqlite", with: "access.yaml")
                _ = FileManager.default.createFile(atPath: settings.access ?? "", contents: Data(rules.utf8))
            }
        ) { server async throws in
            let jar = try await server.signIn("ada@example.org", "correct horse battery").jar
            let browser = ["Cookie": jar, "Origin": "http://127.0.0.1:\(server.port)"]
            #expect(try await !server.http.get("/User/7", browser).text.contains("$2b$"))
            #expect(try await server.http.get("/User/7/Hash", browser).status == 404)
            for column in ["Role", "IsActive", "Hash", "Mail", "Id"] {
                #expect(try await server.http.post("/User/7:update", [column: "1"], browser).status == 422, "\(column)")
            }
            #expect(try await server.http.post("/User/7:update", ["Phone": "1"], browser).status == 200)
            #expect(try await server.database.run("SELECT Role FROM User WHERE Id = 7") == "lead, agent\n")
        }
    }

    /// A key has a name that anybody chose.
    @Test func aKeyWithTheNameOfAPersonIsNotThePerson() async throws {
        try await Self.serve(Self.rules) { server async throws in
            let key = try #require(
                try await server.access?.addKey(NewKey(name: "ada", roles: ["reader"], person: nil, networks: [])))
            #expect(try await server.http.get("/note", ["Authorization": "Bearer \(key)"]).json.titles == [])
        }
    }

    @Test func aKeyMayBeLimitedToSomeTables() async throws {
        let rules = Self.rules + "\n  public: [{ to: [everyone, reader], columns: all, insert: all }]"
        try await Self.serve(rules) { server async throws in
            var key = NewKey(name: "one table", roles: ["reader"])
            key.tables = ["Public"]
            let token = try #require(try await server.access?.addKey(key))
            let headers = ["Authorization": "Bearer \(token)"]
            #expect(try await server.http.get("/public", headers).json.titles == ["for all"])
            #expect(try await server.http.post("/public:insert", ["text": "x"], headers).status == 200)
            for target in ["/note", "/note/1", "/note:csv", "/-/inspect"] {
                let expected = target == "/-/inspect" ? 403 : 404
                #expect(try await server.http.get(target, headers).status == expected, "\(target)")
            }
            #expect(try await !server.http.get("/", headers).text.contains("note"))
            key.roles = ["admin"]
            await #expect(throws: SignInError.self) { try await server.access?.addKey(key) }
        }
        try await Guarded.serve { server in
            var key = NewKey(name: "without rules", roles: ["reader"])
            key.tables = ["note"]
            let token = try #require(try await server.access?.addKey(key))
            #expect(try await server.http.get("/note", ["Authorization": "Bearer \(token)"]).status == 401)
        }
    }
}
