import JSON
import Serving
import TestSupport
import Testing

/// What a server keeps for one principal is not given to another.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct SharedStateTests {
    /// Starts a server of a database that outlives it.
    private static func serve(
        _ database: any TestDatabase, _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        let (rules, states) = (try database.write(rules: Helpdesk.rules), database.folder + "/states.json")
        try await using(
            { try await TestServer(database) { ($0.access, $0.resumeFile) = (rules, states) } },
            close: { await $0.stop() }, body)
    }

    /// A box for what one server gave.
    private actor Held {
        var replicas: [String: SocketClient.Replica] = [:]
        func keep(_ replica: SocketClient.Replica, of principal: String) { replicas[principal] = replica }
    }

    @Test("27: a state that outlives a restart leads on only those who could see it")
    func aKeptStateBelongsToItsAudience() async throws {
        let (database, held) = (try await TestEngine.makeDatabase(Helpdesk.sql), Held())
        let principals = [Helpdesk.ada, Helpdesk.bob, Helpdesk.root]
        try await Self.serve(database) { server in
            for principal in principals {
                let socket = try await server.socket(as: principal)
                let scene = try #require(try await socket.open("/Ticket")["scene"]?.intValue)
                await held.keep(try #require(socket.replicas[scene]), of: principal)
            }
        }
        try await database.run("UPDATE Ticket SET Note = 'later'")
        try await Self.serve(database) { server in
            for (owner, replica) in await held.replicas {
                for principal in principals {
                    let isOwn = owner == principal
                    let socket = try await server.socket(as: principal)
                    let answer = try await socket.open("/Ticket", since: replica)
                    #expect(answer["type"] == (isOwn ? "patch" : "snapshot"), "\(owner) \(principal)")
                    let headers = TestServer.headers(principal)
                    let events = try await EventClient(
                        port: server.port, "/Ticket", since: replica.digest, holding: replica.document,
                        headers: headers)
                    #expect(try await events.next().name == (isOwn ? "patch" : "snapshot"), "\(owner) \(principal)")
                    let delta = [
                        "Accept": "application/json-patch+json", "If-None-Match": "\"\(replica.digest)\"",
                    ]
                    let type = try await server.get("/Ticket", as: principal, delta).headers["content-type"]
                    #expect(type == (isOwn ? "application/json-patch+json" : "application/json"))
                }
                #expect(try await server.socket(as: nil).open("/Ticket", since: replica)["code"] == "not-found")
            }
        }
    }

    @Test("27: kept views and compressed bytes are of one audience")
    func compressedBytesAreOfOneAudience() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let titles = [
                Helpdesk.ada: ["Lamp", "Door", "Roof"], Helpdesk.bob: ["walrus row"], Helpdesk.dan: [],
                Helpdesk.root: ["Lamp", "Door", "Roof", "walrus row", "walrus too"],
            ]
            for round in 0..<3 {
                for (principal, titles) in titles.shuffled() {
                    let zipped = try await server.get("/Ticket", as: principal, ["Accept-Encoding": "gzip"])
                    let body = zipped.headers["content-encoding"] == "gzip" ? try zipped.expanded() : zipped.body
                    #expect(try JSON(parsing: body).titles == titles, "\(principal)")
                    #expect(try await server.get("/Ticket", as: principal).body == body)
                }
                try await server.database.run("UPDATE Ticket SET Note = 'note \(round)'")
            }
        }
    }

    @Test("17, 28: the database remembers the commands of each principal, and none for a hidden row")
    func rememberedCommandsAreOfOnePrincipal() async throws {
        let database = try await TestEngine.makeDatabase(Helpdesk.sql)
        #expect(try await Program.run("attach", database.path).status == 0)
        let owners = "SELECT Owner FROM Ticket WHERE Title = 'keyed' ORDER BY Id"
        for round in 0..<2 {  // the second server knows of the first by the database alone
            try await Self.serve(database) { server in
                for principal in [Helpdesk.ada, Helpdesk.cy] {
                    let answer = try await server.post(
                        "/Ticket:insert", ["Title": "keyed"], as: principal, key: "guess")
                    #expect(answer.status == 200, "\(round)")
                }
                #expect(try await server.database.run(owners) == "1\n3\n", "\(round)")
            }
        }
        let count = "SELECT count(*) FROM _oriel_commands"
        let before = try await database.run(count)
        try await Self.serve(database) { server async throws in
            for (target, body) in [
                ("/Ticket/9:update", ["Note": "x"]), ("/Ticket/9:delete", [:]), ("/Ticket/9:nonesuch", [:]),
                ("/Ticket:delete", ["row": "9"]), ("/Ticket:action", ["row": "9", "action": "open"]),
                ("/Secret/1:update", ["Word": "x"]),
            ] as [(String, JSON)] {
                #expect(try await server.post(target, body, as: Helpdesk.ada, key: target).status == 404, "\(target)")
            }
        }
        #expect(try await database.run(count) == before)
        let receipts = try await database.run("SELECT * FROM _oriel_commands")
        for marker in Helpdesk.markers { #expect(!receipts.contains(marker)) }
    }
}
