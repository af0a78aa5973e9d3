import Access
import JSON
import Scenes
import Serving
import TestSupport
import Testing

/// The screens about sign-in itself: a person's sessions, and the audit.
@Suite(.timeLimit(.minutes(5))) struct SignInScreenTests {
    @Test func aPersonSeesAndEndsTheirSessions() async throws {
        try await Guarded.serve { server in
            try await server.add("bob")
            let (here, there) = (try await server.browser(), try await server.browser())
            _ = try await server.browser("bob")
            let document = try await server.http.get("/-/sessions", here).json
            let cells = document.cells
            #expect(cells.count == 2)
            #expect(cells.filter { $0["subtitle"]?.stringValue?.hasPrefix("This browser") == true }.count == 1)
            let other = try #require(
                document["cells"]?.objectValue?.first {
                    $0.1["subtitle"]?.stringValue?.hasPrefix("From this machine") == true
                }?.0)
            let socket = try await SocketClient(port: server.port, headers: there)
            #expect(try await socket.open("/note")["type"] == "snapshot")
            let end = try await server.http.post("/-/sessions:action", ["row": .string(other), "action": "end"], here)
            #expect(end.status == 200)
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 4401 && socket.closeReason == "signed-out")
            #expect(try await server.http.get("/note", there).status == 401)
            #expect(try await server.http.get("/-/sessions", here).json.cells.count == 1)
        }
    }

    @Test func allOtherSessionsAreEndedTogether() async throws {
        try await Guarded.serve { server in
            try await server.add("bob")
            let here = try await server.browser()
            let others = [try await server.browser(), try await server.browser()]
            let bob = try await server.browser("bob")
            let socket = try await SocketClient(port: server.port, headers: here)
            let scene = try #require(try await socket.open("/-/sessions")["scene"]?.intValue)
            #expect(socket.replicas[scene]?.document.cells.count == 3)
            #expect(try await server.http.post("/-/sessions:end-others", [:], here).status == 200)
            try await socket.follow(scene) { $0.cells.count == 1 }
            for headers in others { #expect(try await server.http.get("/note", headers).status == 401) }
            for headers in [here, bob] { #expect(try await server.http.get("/note", headers).status == 200) }
        }
    }

    @Test func aKeyEndsNoSession() async throws {
        try await Guarded.serve { server in
            let here = try await server.browser()
            let own = ["Authorization": "Bearer \(try await server.key(["reader"], person: "ada"))"]
            let document = try await server.http.get("/-/sessions", own).json
            let row = try #require(document["cells"]?.objectValue?.names.first)
            let action: JSON = ["row": .string(row), "action": "end"]
            #expect(try await server.http.post("/-/sessions:action", action, own).status >= 400)
            #expect(try await server.http.post("/-/sessions:end-others", [:], own).status == 404)
            let program = ["Authorization": "Bearer \(try await server.key(["admin"]))"]
            #expect(try await server.http.get("/-/sessions", program).status == 404)
            #expect(try await server.http.get("/note", here).status == 200)
        }
    }

    @Test func nobodyIsAskedToSignIn() async throws {
        try await Guarded.serve { server in
            for path in ["/-/sessions", "/-/audit"] {
                #expect(try await server.http.get(path).status == 401)
                let page = try await server.http.get(path, ["Accept": "text/html"])
                #expect(page.status == 401 && page.text.contains("value=\"\(path)\""))
            }
        }
    }

    /// What people do is recorded by the names of columns, without values, and shown live to administrators alone.
    @Test func theAuditIsLive() async throws {
        try await Guarded.serve { server in
            try await server.add("root", roles: ["admin"])
            let (ada, root) = (try await server.browser(), try await server.browser("root"))
            #expect(try await server.http.get("/-/audit", ada).status == 404)
            let socket = try await SocketClient(port: server.port, headers: root)
            let scene = try #require(try await socket.open("/-/audit")["scene"]?.intValue)
            let update: JSON = ["row": "1", "text": "kolibri"]
            #expect(try await server.http.post("/note:update", update, ada).status == 200)
            #expect(try await server.http.post("/note:delete", ["row": "77"], ada).status == 404)
            #expect(try await server.http.get("/note:csv", ada).status == 200)
            try await socket.follow(scene) { $0.cells.contains { $0["title"] == "export: /note as csv" } }
            let cells = socket.replicas[scene]?.document.cells ?? []
            let titles = cells.compactMap { $0["title"]?.stringValue }
            #expect(
                Array(titles.prefix(3)) == [
                    "export: /note as csv", "command refused: /note row 77 delete(): not-found",
                    "command: /note row 1 update(text)",
                ])
            #expect(cells[0]["subtitle"]?.stringValue?.hasPrefix("ada, session, 20") == true)
            let found = try await server.http.post("/-/audit:input", ["search": "refused"], root)
            #expect(found.status == 200)
            #expect(try await server.http.get("/-/audit", root).json.cells.count == 1)
            let bytes = try await server.http.get("/-/audit", root).text
            #expect(!bytes.contains("kolibri") && !bytes.contains(Guarded.password))
        }
    }

    @Test func noCommandIsMissingInTheAudit() async throws {
        try await Guarded.serve("", { $0.commandRate = 100_000 }) { server in
            let ada = try await server.browser()
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask { () async throws in
                        let values: JSON = ["text": .string("note \(number)")]
                        #expect(try await HTTPClient(port: server.port).post("/note:insert", values, ada).status == 200)
                    }
                }
                try await group.waitForAll()
            }
            let count = "SELECT count(*) FROM Audit WHERE Event = 'command' AND Who = 'ada' AND Via = 'session'"
            let path = await server.accessPath
            let deadline = ContinuousClock.now + patienceOfTests
            var found = ""
            while found != "100\n", .now < deadline {
                found = try await Database.run(count, at: path)
            }
            #expect(found == "100\n")
        }
    }
}

extension JSON {
    /// The cells of the displayed rows, in their order.
    fileprivate var cells: [JSON] {
        let rows = self["sections"]?.arrayValue?.flatMap { $0["rows"]?.arrayValue ?? [] } ?? []
        return rows.compactMap { $0.stringValue.flatMap { self["cells"]?[$0] } }
    }
}

extension TestServer {
    /// Signs in as a browser of its own, and returns the headers that it sends.
    fileprivate nonisolated func browser(_ name: String = "ada") async throws -> [String: String] {
        ["Cookie": try await cookies(name), "Origin": "http://127.0.0.1:\(port)"]
    }
}
