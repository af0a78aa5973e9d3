import JSON
import TestSupport
import Testing
import ViewModels

/// Principals for whom the same is left share scenes and bytes; nobody receives what was made for others.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct AudienceTests {
    @Test("equal rights share a scene, different rights do not")
    func equalRightsShareAScene() async throws {
        let own = [
            ", { Phone: Owner = user.id }", "Owner: =user.id, ", ", Memo: =lower(user.name)", ", Phone",
            "rows: Owner = user.id or Owner is null",
        ]
        let rules = own.reduce(Helpdesk.rules) { $0.replacing($1, with: "") }
        try await withServer(Helpdesk.sql, rules: rules) { server async throws in
            let scene = { (principal: String?, route: String) in
                try await server.socket(as: principal).open(route)["scene"]?.intValue ?? 0
            }
            #expect(try await scene(Helpdesk.ada, "/Ticket") == scene(Helpdesk.cy, "/Ticket"))
            #expect(try await scene(Helpdesk.ada, "/Ticket") != scene(Helpdesk.bob, "/Ticket"))
            #expect(try await scene(Helpdesk.ada, "/Ticket") != scene(Helpdesk.dan, "/Ticket"))
            #expect(try await scene(Helpdesk.ada, "/Ticket") != scene(Helpdesk.root, "/Ticket"))
            #expect(try await scene(nil, "/User") == scene(Helpdesk.ada, "/User"))
            #expect(try await scene(nil, "/") != scene(Helpdesk.ada, "/"))
        }
    }

    @Test("26: the digest of another's document leads to one's own document, whole")
    func anothersDigestIsUnknown() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let lead = try await server.get("/Ticket", as: Helpdesk.bob).tag ?? ""
            try await server.database.run("UPDATE Ticket SET Note = 'later' WHERE Id = 9")
            _ = try await server.get("/Ticket", as: Helpdesk.bob)
            let types = ["Accept": "application/json-patch+json", "If-None-Match": "\"\(lead)\""]
            let answer = try await server.get("/Ticket", as: Helpdesk.ada, types)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(try answer.json.titles == ["Lamp", "Door", "Roof"])
            let events = try await EventClient(
                port: server.port, "/Ticket", since: lead, headers: TestServer.headers(Helpdesk.ada))
            #expect(try await events.next().name == "snapshot")
            let socket = try await server.socket(as: Helpdesk.ada)
            try await socket.send(["type": "open", "ref": 1, "route": "/Ticket", "since": .string(lead)])
            let first = try await socket.next { $0["ref"] == 1 }
            #expect(first["type"] == "snapshot")
        }
    }

    @Test("27: caches are private but for what nobody sees too")
    func cachesArePrivate() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let caching = { (target: String, principal: String?) in
                try await server.get(target, as: principal).headers["cache-control"]
            }
            #expect(try await caching("/Ticket", Helpdesk.ada) == "private, no-cache")
            #expect(try await caching("/Ticket/1/Photo", Helpdesk.ada) == "private, no-cache")
            #expect(try await caching("/User", nil) == "no-cache")
            for principal in [Helpdesk.ada, nil, Helpdesk.ada, Helpdesk.bob, nil] {
                let gzip = try await server.get("/User", as: principal, ["Accept-Encoding": "gzip"])
                #expect(gzip.status == 200)
                #expect(try await server.get("/Ticket", as: principal).status == (principal == nil ? 404 : 200))
            }
        }
    }

    @Test("31: errors of the database have no text for whom rules limit")
    func errorsHaveNoText() async throws {
        let sql = """
            CREATE TABLE T (Id INTEGER PRIMARY KEY, A TEXT);
            INSERT INTO T VALUES (1, 'x');

            """
        let views = TestEngine.choose(
            sqlite: """
                CREATE VIEW Broken AS SELECT kolibri FROM T;
                CREATE VIEW Failing AS SELECT json_extract(A || 'kolibri', '$') AS B FROM T;
                """,
            postgres: "CREATE VIEW Failing AS SELECT CAST(A || 'kolibri' AS date) AS B FROM T;")
        let word = TestEngine.choose(sqlite: "JSON", postgres: "syntax")
        let rules =
            "roles: { agent: {} }\ntables: { T: [{ to: agent, columns: all }] }\nviews: { Failing: { to: agent } }"
        try await withServer(sql + views, rules: rules) { server in
            let answer = try await server.get("/Failing", as: "person:1:agent")
            #expect(!answer.text.contains("kolibri"))
            #expect(!answer.text.contains(word))
            #expect(try await server.get("/Failing", as: "person:1:admin").text.contains(word))
        }
    }
}
