import Access
import Foundation
import JSON
import Scenes
import Serving
import TestSupport
import Testing

/// Case 54: an administrator sees the screens as somebody else does, changes nothing, and the audit has both names.
@Suite(.timeLimit(.minutes(5))) struct LookAsTests {
    private static let notes = """
        ALTER TABLE note ADD Owner TEXT;
        UPDATE note SET Owner = iif(id = 1, 'ada', 'bob');
        """
    private static let rules = """
        roles: { reader: { may: [export] } }
        tables:
          note: [{ to: reader, columns: [text, Owner], rows: Owner = user.name, insert: all, update: all, delete: all }]
        """

    /// Serves notes of ada and bob, with an administrator "root".
    private static func serve(_ body: @Sendable (TestServer) async throws -> Void) async throws {
        try await Guarded.serve(
            notes,
            { settings in
                guard let users = settings.users else { return }
                settings.access = users.replacing("access.sqlite", with: "access.yaml")
                _ = FileManager.default.createFile(atPath: settings.access ?? "", contents: Data(rules.utf8))
            }
        ) { server in
            try await server.add("bob", roles: ["reader"])
            try await server.add("root", roles: ["admin"])
            try await body(server)
        }
    }

    private static func headers(_ jar: String, _ server: TestServer) -> [String: String] {
        ["Cookie": jar, "Origin": "http://127.0.0.1:\(server.port)"]
    }

    /// The headers of the administrator's browser, which looks as bob.
    private static func check(at server: TestServer) async throws -> [String: String] {
        let headers = headers(try await server.cookies("root"), server)
        #expect(try await server.http.get("/note", headers).json.titles == ["one", "two"])
        let asOfCurl = headers.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }
        #expect(try await server.http.post("/-/look-as", ["name": "bob"], asOfCurl).status == 204)
        return headers
    }

    private static func audit(_ server: TestServer) async throws -> [String] {
        let path = await server.accessPath
        let sql = "SELECT Event || '|' || Who || '|' || coalesce(Route, '') || '|' || coalesce(Detail, '') FROM Audit"
        return try await Database.run(sql, at: path).split(separator: "\n").map(String.init)
    }

    @Test func everyTransportShowsWhatThePersonSees() async throws {
        try await Self.serve { server in
            let headers = try await Self.check(at: server)
            let bob = Self.headers(try await server.cookies("bob"), server)
            let (mine, own) = (try await server.http.get("/note", headers), try await server.http.get("/note", bob))
            #expect(mine.text == own.text && mine.tag == own.tag)
            #expect(try mine.json.titles == ["two"])
            #expect(try await server.http.get("/note/1", headers).status == 404)
            #expect(try await server.http.get("/note/2", headers).status == 200)
            #expect(try await server.http.get("/-/inspect", headers).status == 403)
            let delta = headers.merging(["Accept": "application/json-patch+json", "If-None-Match": "\"AAAAAAAAAAA\""]) {
                $1
            }
            #expect(try await server.http.get("/note", delta).json.titles == ["two"])
            let events = try await EventClient(port: server.port, "/note", headers: headers)
            #expect(try await events.next().name == "snapshot")
            #expect(events.document.titles == ["two"])
            let socket = try await SocketClient(port: server.port, headers: headers)
            let principal = try await socket.next { $0["type"] == "principal" }
            #expect(principal["name"] == "bob" && principal["looker"] == "root" && principal["roles"] == ["reader"])
            #expect(try await socket.open("/note")["document"]?.titles == ["two"])
            let who = try await server.http.get("/-/sign-in", headers.merging(["Accept": "application/json"]) { $1 })
            #expect(try who.json["principal"]?["looker"] == "root")
            let audit = try await until { try await Self.audit(server).filter { $0.hasPrefix("looked at") }.count >= 5 }
            #expect(audit)
            #expect(try await Self.audit(server).contains("look as|root||bob"))
            #expect(try await Self.audit(server).contains("looked at|root as bob|/note|"))
        }
    }

    @Test func nothingIsChangedOrTaken() async throws {
        try await Self.serve { server in
            let headers = try await Self.check(at: server)
            let refused: [(String, String)] = [
                ("POST", "/note:insert"), ("POST", "/note/2:update"), ("POST", "/note/2:delete"),
                ("PUT", "/note/2:image"), ("DELETE", "/note/2:image"), ("GET", "/note:csv"), ("GET", "/note:json"),
                ("GET", "/note:ndjson"),
                ("GET", "/-/sessions"), ("GET", "/-/audit"), ("POST", "/-/sessions:end-others"), ("GET", "/-/password"),
                ("POST", "/-/password"),
            ]
            for (method, target) in refused {
                let answer = try await server.http.send(
                    method, target, headers.merging(["Content-Type": "application/json"]) { $1 },
                    body: method == "GET" ? nil : Array("{}".utf8))
                #expect(answer.status == 403, "\(method) \(target): \(answer.status)")
                #expect(try answer.json["code"] == "looking", "\(target)")
            }
            let socket = try await SocketClient(port: server.port, headers: headers)
            let scene = try await socket.open("/note")["scene"] ?? .null
            for message in [
                ["type": "command", "command": "insert", "arguments": ["text": "x", "Owner": "bob"]],
                ["type": "input", "values": ["search": "x"]],
            ] as [JSONObject] {
                var message = message
                (message["ref"], message["scene"]) = (9, scene)
                try await socket.send(.object(message))
                let reply = try await socket.next { $0["ref"] == 9 }
                #expect((reply["error"]?["code"] ?? reply["code"]) == "looking", "\(reply)")
            }
            try await socket.send(["type": "open", "ref": 10, "route": "/-/audit"])
            #expect(try await socket.next { $0["ref"] == 10 }["code"] == "looking")
            #expect(try await server.database.run("SELECT count(*), group_concat(text) FROM note") == "2|one,two\n")
        }
    }

    @Test func openConnectionsFollow() async throws {
        try await Self.serve { server in
            let headers = Self.headers(try await server.cookies("root"), server)
            let socket = try await SocketClient(port: server.port, headers: headers)
            #expect(try await socket.open("/note")["document"]?.titles == ["one", "two"])
            let events = try await EventClient(port: server.port, "/note", headers: headers)
            _ = try await events.next()
            #expect(try await server.http.post("/-/look-as", ["name": "bob"], headers).status == 204)
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 1012 && socket.closeReason == "changed")
            let gone = try await events.next()
            #expect(gone.name == "gone" && "\(gone.data)".contains("rights"))
            let form = ["Content-Type": "application/x-www-form-urlencoded"].merging(headers) { $1 }
            let page = try await server.http.get("/-/look-as", headers)
            #expect(page.text.contains("You look as bob") && !page.text.contains("<script"))
            let stop = try await server.http.send("POST", "/-/look-as", form, body: [])
            #expect(stop.status == 303)
            #expect(try await server.http.get("/note", headers).json.titles == ["one", "two"])
            #expect(try await Self.audit(server).contains("look as ended|root as bob||"))
        }
    }

    @Test func whatAnotherProcessChangesIsFollowed() async throws {
        try await Self.serve { server in
            let headers = Self.headers(try await server.cookies("root"), server)
            let (socket, path) = (try await SocketClient(port: server.port, headers: headers), await server.accessPath)
            #expect(try await socket.open("/note")["document"]?.titles == ["one", "two"])
            let person = { (name: String) in "(SELECT Id FROM Person WHERE Name = '\(name)')" }
            _ = try await Database.run(
                "UPDATE Session SET LooksAs = \(person("bob")) WHERE Person = \(person("root"))", at: path)
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 1012 && socket.closeReason == "changed")
            #expect(try await server.http.get("/note", headers).json.titles == ["two"])
            _ = try await Database.run("UPDATE Session SET LooksAs = NULL", at: path)
            #expect(try await server.http.get("/note", headers).json.titles == ["one", "two"])
        }
    }

    @Test func onlyAnAdministratorsSessionLooks() async throws {
        try await Self.serve { server in
            let (ada, root) = (
                Self.headers(try await server.cookies("ada"), server),
                Self.headers(try await server.cookies("root"), server)
            )
            #expect(try await server.http.post("/-/look-as", ["name": "bob"], ada).status == 403)
            #expect(try await server.http.get("/-/look-as", ada).status == 403)
            #expect(try await server.http.post("/-/look-as", ["name": "bob"]).status == 401)
            let key = ["Authorization": "Bearer \(try await server.key(["admin"]))"]
            #expect(try await server.http.post("/-/look-as", ["name": "bob"], key).status == 403)
            var foreign = root
            (foreign["Origin"], foreign["Sec-Fetch-Site"]) = (nil, "cross-site")
            #expect(try await server.http.post("/-/look-as", ["name": "bob"], foreign).status == 403)
            for name in ["nobody", "root", "ROOT"] {
                let answer = try await server.http.post("/-/look-as", ["name": .string(name)], root)
                #expect(answer.status == 422, "\(name)")
            }
            #expect(try await server.http.get("/note", root).json.titles == ["one", "two"])
        }
    }

    @Test func theLookEndsWithTheRoleAndWithThePerson() async throws {
        try await Self.serve { server in
            let headers = try await Self.check(at: server)
            let socket = try await SocketClient(port: server.port, headers: headers)
            #expect(try await socket.open("/note")["document"]?.titles == ["two"])
            try await server.access?.setActive(false, of: "bob")
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 1012)
            #expect(try await server.http.get("/note", headers).json.titles == ["one", "two"])
            try await server.access?.setActive(true, of: "bob")
            #expect(try await server.http.post("/-/look-as", ["name": "bob"], headers).status == 204)
            #expect(try await server.http.get("/note", headers).json.titles == ["two"])
            try await server.access?.setRoles(["reader"], of: "root")
            #expect(try await server.http.get("/note", headers).json.titles == [])
            #expect(try await server.http.post("/-/look-as", ["name": "bob"], headers).status == 403)
        }
    }

    /// Polls until a condition holds.
    private func until(_ condition: () async throws -> Bool) async throws -> Bool {
        let deadline = ContinuousClock.now + patienceOfTests
        while try await !condition() { guard ContinuousClock.now < deadline else { return false } }
        return true
    }
}
