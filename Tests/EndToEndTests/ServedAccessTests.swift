import Foundation
import JSON
import TestSupport
import Testing

/// People, sessions and keys in the served PostgreSQL database (`users: database`), which two nodes share.
@Suite(.timeLimit(.minutes(10))) struct ServedAccessTests {
    /// Two nodes on one database, with the people "ada" (reader) and "root" (admin).
    struct Nodes: Sendable {
        let database: PostgresTestDatabase
        let folder: TemporaryFolder
        let programs: [Program]
        let ports: [Int]

        var config: String { folder.path + "/oriel.yaml" }

        /// How the nodes learn of commits.
        enum Attachment: String, CaseIterable {
            case publication, triggers, none
            /// The owner of the database has not attached the table of ended sessions.
            case publicationWithoutEndings, triggersWithoutEndings
        }

        static func start(_ attachment: Attachment = .publication, _ more: String = "") async throws -> Nodes {
            let database = try await blocking {
                try PostgresTestDatabase(
                    """
                    CREATE TABLE note (id int PRIMARY KEY, text text NOT NULL);
                    CREATE TABLE session (id int PRIMARY KEY, secret text);
                    INSERT INTO note VALUES (1, 'one'), (2, 'two');
                    """, isPublished: attachment.rawValue.hasPrefix("publication"))
            }
            let folder = try TemporaryFolder()
            let config = folder.path + "/oriel.yaml"
            try Data("store: \(database.url)\nusers: database\nport: 0\n\(more)".utf8)
                .write(to: URL(fileURLWithPath: config))
            let password = folder.path + "/password"
            try Data(Guarded.password.utf8).write(to: URL(fileURLWithPath: password))
            for (name, role) in [("ada", "reader"), ("root", "admin")] {
                let added = try await Program.run(
                    "user", "add", name, "--role", role, "--password-file", password, "--config", config)
                #expect(added.status == 0 && added.output.contains("\(name) may sign in (postgres"), "\(added)")
            }
            switch attachment {
            case .publication, .none: break
            case .triggers: _ = try await Program.run("attach", "--triggers", database.url)
            case .triggersWithoutEndings:
                _ = try await Program.run("attach", "--triggers", database.url)
                try await database.run("DROP TRIGGER _oriel_log_insert ON _oriel_ending")
            case .publicationWithoutEndings:
                try await database.run("ALTER PUBLICATION oriel DROP TABLE _oriel_ending")
            }
            let programs = try (0..<2).map { _ in try Program(["serve", "--config", config]) }
            var ports: [Int] = []
            for program in programs { ports.append(try #require(try await program.port())) }
            return Nodes(database: database, folder: folder, programs: programs, ports: ports)
        }

        static func run(_ more: String = "", _ body: @Sendable (Nodes) async throws -> Void) async throws {
            try await using({ try await start(.publication, more) }, close: { try await $0.stop() }, body)
        }

        func stop() async throws { for program in programs { try await program.stop() } }

        func http(_ node: Int) -> HTTPClient { HTTPClient(port: ports[node]) }

        func origin(_ node: Int) -> [String: String] { ["Origin": "http://127.0.0.1:\(ports[node])"] }

        func signIn(
            _ name: String = "ada", _ password: String = Guarded.password, at node: Int = 0, _ more: JSONObject = [:]
        ) async throws -> HTTPAnswer {
            var body: JSONObject = ["name": .string(name), "password": .string(password)]
            for (name, value) in more { body[name] = value }
            return try await http(node).post("/-/sign-in", .object(body), origin(node))
        }

        func command(_ arguments: String...) async throws -> Program.Ending {
            try await Program.run(arguments + ["--config", config])
        }

        func run(_ sql: String) async throws -> String { try await database.run(sql) }
    }

    @Test func aSessionOfOneNodeIsOneOfAll() async throws {
        try await Nodes.run { nodes in
            let answer = try await nodes.signIn(at: 0)
            #expect(try answer.json["principal"]?["roles"] == ["reader"])
            let cookie = ["Cookie": answer.jar]
            #expect(try await nodes.http(1).get("/note", cookie).status == 200)
            #expect(try await nodes.http(1).get("/note").status == 401)
            // Spelling of names is that of the file: without regard to case.
            #expect(try await nodes.signIn("ADA", at: 1).status == 200)
            let screen = try await nodes.http(1).get("/-/sessions", cookie).json
            #expect(screen["window"]?["total"] == 2)
            // The tables are of no screen, and the served table of the same name is untouched.
            let home = try await nodes.http(0).get("/", cookie).json
            #expect(home["sections"]?[0]?["rows"] == ["note", "session"])
            for table in ["_oriel_session", "_oriel_person", "_oriel_audit"] {
                #expect(try await nodes.http(0).get("/\(table)", cookie).status == 404)
            }
            #expect(
                try await nodes.http(0).post("/-/sign-out", [:], cookie.merging(nodes.origin(0)) { $1 }).status == 204)
            #expect(try await nodes.http(1).get("/note", cookie).status == 401)
        }
    }

    /// Every kind of end reaches a socket of the other node, and nothing that is committed afterwards.
    @Test func endsReachTheOtherNode() async throws {
        try await Nodes.run { nodes in
            let ends = [
                ("DELETE FROM _oriel_session", 4401),
                ("UPDATE _oriel_person SET isactive = FALSE WHERE name = 'ada'", 4401),
                ("TRUNCATE _oriel_session", 4401),
                ("SET session_replication_role = replica; DELETE FROM _oriel_session", 4401),
            ]
            for (end, code) in ends {
                _ = try await nodes.run(
                    "UPDATE _oriel_person SET isactive = TRUE; UPDATE note SET text = 'one' WHERE id = 1")
                let cookie = ["Cookie": try await nodes.signIn(at: 0).jar]
                let socket = try await SocketClient(
                    port: nodes.ports[1], headers: cookie.merging(nodes.origin(1)) { $1 })
                _ = try await socket.open("/note")
                let clock = ContinuousClock.now
                _ = try await nodes.run("BEGIN; \(end); COMMIT; UPDATE note SET text = 'later' WHERE id = 1")
                var texts: [String] = []
                _ = try await socket.next {
                    texts.append("\($0)")
                    return $0["type"] == "closed"
                }
                #expect(socket.closeCode.map(Int.init) == code, "\(end)")
                #expect(!texts.contains { $0.contains("later") }, "\(end): \(texts)")
                print("ServedAccessTests: \(end): \(ContinuousClock.now - clock)")
            }
        }
    }

    @Test func attemptsAreCountedOverAllNodes() async throws {
        try await Nodes.run { nodes in
            var statuses: [Int] = []
            for number in 0..<8 {
                statuses.append(try await nodes.signIn("ada", "wrong horse battery", at: number % 2).status)
            }
            #expect(statuses.prefix(5).allSatisfy { $0 == 401 } && statuses.suffix(2) == [429, 429], "\(statuses)")
            let count = try await nodes.run("SELECT count FROM _oriel_failure WHERE subject = 'name:ada'")
            #expect(count == "6\n" || count == "5\n", "\(count)")
        }
    }

    @Test func keysAndSecondFactorsWorkOnAllNodes() async throws {
        try await Nodes.run { nodes in
            let added = try await nodes.command("key", "add", "robot", "--role", "reader", "--person", "ada")
            #expect(added.status == 0, "\(added.errors)")
            let key = ["Authorization": "Bearer \(added.output.trimmingCharacters(in: .whitespacesAndNewlines))"]
            for node in 0..<2 { #expect(try await nodes.http(node).get("/note", key).status == 200) }
            let listed = try await nodes.command("key", "list")
            #expect(listed.output.contains("robot") && listed.output.contains("ada"))
            let cookie = ["Cookie": try await nodes.signIn(at: 0).jar]
            let state = try await nodes.http(1).get(
                "/-/second-factor", cookie.merging(["Accept": "application/json"]) { $1 }
            ).json
            let app = try AuthenticatorApp(try #require(state["address"]?.stringValue))
            let code = app.code(at: Date().timeIntervalSince1970)
            let change: JSON = [
                "password": .string(Guarded.password), "secret": try #require(state["secret"]), "code": .string(code),
            ]
            let factor = try await nodes.http(1).post(
                "/-/second-factor", change, cookie.merging(nodes.origin(1)) { $1 })
            let recovery = try #require(try factor.json["recoveryCodes"]?[0])
            #expect(try await nodes.signIn(at: 0).json["code"] == "code-needed")
            #expect(try await nodes.signIn(at: 0, ["code": .string(code)]).json["code"] == "code-wrong")
            #expect(try await nodes.signIn(at: 0, ["code": recovery]).status == 200)
            #expect(try await nodes.signIn(at: 1, ["code": recovery]).json["code"] == "code-wrong")
            #expect(try await nodes.command("user", "list").output.contains("second factor"))
            #expect(try await nodes.command("user", "totp", "ada", "--remove").status == 0)
            #expect(try await nodes.command("user", "disable", "ada").status == 0)
            for node in 0..<2 { #expect(try await nodes.http(node).get("/note", key).status == 401) }
            #expect(try await nodes.command("user", "enable", "ada").status == 0)
            #expect(try await nodes.command("user", "roles", "ada", "writer").status == 0)
            #expect(try await nodes.command("user", "remove", "ada").status == 0)
            #expect(try await nodes.run("SELECT count(*) FROM _oriel_key") == "0\n")
        }
    }

    @Test func theAuditOnlyGrowsAndShowsWhatAllNodesDid() async throws {
        try await Nodes.run { nodes in
            _ = try await nodes.signIn("ada", "wrong horse battery", at: 1)
            let root = ["Cookie": try await nodes.signIn("root", at: 0).jar]
            func found(_ search: String) async throws -> JSON {
                let headers = root.merging(nodes.origin(1)) { $1 }
                let set = try await nodes.http(1).post("/-/audit:input", ["search": .string(search)], headers)
                #expect(set.status == 200, "\(set.text)")
                let audit = try await nodes.http(1).get("/-/audit", root).json
                return audit["window"]?["total"] ?? .null
            }
            #expect(try await found("refused ada") == 1)
            for search in ["ada' OR 'x", "%", "_ada", "\\", "ada?"] {
                #expect(try await found(search) == 0, "\(search)")
            }
            #expect(try await nodes.run("SELECT count(*) > 3 FROM _oriel_audit") == "t\n")
            _ = try await nodes.run("UPDATE _oriel_person SET roles = 'other' WHERE name = 'ada'")
            for sql in [
                "DELETE FROM _oriel_ending", "TRUNCATE _oriel_ending", "DELETE FROM _oriel_audit",
                "UPDATE _oriel_audit SET who = ''", "TRUNCATE _oriel_audit",
            ] {
                await #expect(throws: (any Error).self) { _ = try await nodes.run(sql) }
            }
            let look = try await nodes.http(0).post("/-/look-as", ["name": "ada"], root.merging(nodes.origin(0)) { $1 })
            #expect(look.status == 204)
            #expect(try await nodes.http(1).get("/-/audit", root).status == 403)
            #expect(
                try await nodes.http(1).post(
                    "/note:insert", ["id": 9, "text": "x"], root.merging(nodes.origin(1)) { $1 }
                ).status == 403)
        }
    }

    /// However nodes learn of commits, no commit after the end of a session is sent to it.
    @Test(arguments: Nodes.Attachment.allCases)
    func endsAreKnownBeforeLaterCommits(_ attachment: Nodes.Attachment) async throws {
        try await using({ try await Nodes.start(attachment) }, close: { try await $0.stop() }) { nodes in
            let cookie = ["Cookie": try await nodes.signIn(at: 0).jar]
            let socket = try await SocketClient(port: nodes.ports[1], headers: cookie.merging(nodes.origin(1)) { $1 })
            _ = try await socket.open("/note")
            _ = try await nodes.run(
                "BEGIN; DELETE FROM _oriel_session; COMMIT; UPDATE note SET text = 'later' WHERE id = 1")
            var texts: [String] = []
            _ = try await socket.next {
                texts.append("\($0)")
                return $0["type"] == "closed"
            }
            #expect(socket.closeCode == 4401 && !texts.contains { $0.contains("later") })
        }
    }

    /// A role that may only connect cannot hold up sign-ins by a lock.
    @Test func aRoleWithoutRightsIsRefused() async throws {
        let database = try await blocking { try PostgresTestDatabase("CREATE TABLE note (id int PRIMARY KEY)") }
        let role = "r\(database.name)"
        try await database.run("CREATE ROLE \(role) LOGIN; GRANT SELECT ON note TO \(role)")
        let address = database.url.replacing("postgres@", with: "\(role)@")
        let password = try TemporaryFolder()
        try Data(Guarded.password.utf8).write(to: URL(fileURLWithPath: password.path + "/password"))
        func add(_ name: String, _ address: String) async throws -> Program.Ending {
            try await Program.run(
                "user", "add", name, "--users", address, "--password-file", password.path + "/password")
        }
        for command in [["user", "list"], ["key", "list"]] {
            let fresh = try await Program.run(command + ["--users", database.url])
            #expect(fresh.status == 1 && fresh.errors.contains("`oriel user add` creates them"), "\(fresh)")
        }
        let refused = try await add("ada", address)
        #expect(refused.status == 1 && refused.errors.contains("cannot be created: The role of the database may not"))
        #expect(!refused.errors.contains("message:"), "\(refused.errors)")
        #expect(try await add("ada", database.url).status == 0)
        let foreign = try await add("bob", address)
        #expect(foreign.status == 1 && foreign.errors.contains("GRANT SELECT, INSERT, UPDATE, DELETE ON _oriel_"))
        // The owner of other tables attaches without those of access.
        try await database.run("ALTER TABLE note OWNER TO \(role); ALTER PUBLICATION oriel OWNER TO \(role)")
        try await database.run(
            "GRANT CREATE ON DATABASE \(database.name) TO \(role); GRANT CREATE ON SCHEMA public TO \(role)")
        let attached = try await Program.run("attach", address)
        #expect(attached.status == 0, "\(attached.errors)")
        let lock = Task { try await database.run("SELECT pg_advisory_xact_lock(7163505), pg_sleep(3)") }
        #expect(try await add("eve", database.url).status == 0)
        lock.cancel()
        _ = await lock.result
        try await database.run("DROP OWNED BY \(role); DROP ROLE \(role)")
    }

    @Test func aFileCannotHaveThem() async throws {
        let file = try await ServedFile("CREATE TABLE note (id INTEGER PRIMARY KEY)")
        try file.configure("users: database\n")
        let refused = try await Program.run("serve", file.database.path, "--port", "0", "--config", file.config)
        #expect(
            refused.status != 0 && refused.errors.contains("\"users: database\" needs a served PostgreSQL database"))
        try file.configure("users: database\nreadOnly: true\n")
        let readOnly = try await Program.run("serve", file.database.path, "--port", "0", "--config", file.config)
        #expect(readOnly.status != 0 && readOnly.errors.contains("needs a database that is written"))
    }
}
