import Access
import Foundation
import JSON
import Scenes
import Stores
import TestSupport
import Testing

/// A revoked principal never receives a later commit, where sessions, people and keys are in the served PostgreSQL
/// database: random interleavings of both, at two nodes. `ORIEL_INTERLEAVINGS=1000` runs more of them.
@Suite(.timeLimit(.minutes(15))) struct ServedRevocationTests {
    private static let count = ProcessInfo.processInfo.environment["ORIEL_INTERLEAVINGS"].flatMap { Int($0) } ?? 40

    private static let sql = """
        CREATE TABLE "Member" ("UserId" bigint, "TeamId" bigint, PRIMARY KEY ("UserId", "TeamId"));
        CREATE TABLE "Note" ("Id" bigint PRIMARY KEY, "Team" bigint, "Text" text);
        INSERT INTO "Note" VALUES (1, 1, 'text');
        """
    private static let rules = """
        attributes: { teams: 'SELECT "TeamId" FROM "Member" WHERE "UserId" = :id' }
        roles: { reader: {}, program: {} }
        tables:
          Note:
            - { to: program, columns: all }
            - { to: reader, columns: all, rows: Team in user.teams }
        """

    /// Two nodes, and the tables of access, which the test opens too.
    private struct Nodes: Sendable {
        let database: PostgresTestDatabase
        let folder: TemporaryFolder
        let programs: [Program]
        let ports: [Int]
        let store: Store
        let access: Access
        /// The headers of an administrator.
        let root: [String: String]

        static func start() async throws -> Nodes {
            let database = try await blocking { try PostgresTestDatabase(sql) }
            let folder = try TemporaryFolder()
            let config = folder.path + "/oriel.yaml"
            try Data(rules.utf8).write(to: URL(fileURLWithPath: folder.path + "/access.yaml"))
            let settings = "store: \(database.url)\nusers: database\nport: 0\naccess: \(folder.path)/access.yaml\n"
            try Data((settings + "queueLimit: 100000\nlogLevel: error\n").utf8)
                .write(to: URL(fileURLWithPath: config))
            let store = try await Store(postgres: database.url)
            let access = try await Access(in: store)
            let key = try await access.addKey(NewKey(name: "root", roles: ["admin"]))
            #expect(try await access.addPerson("reader", password: Guarded.password, roles: ["reader"]))
            let programs = try (0..<2).map { _ in
                try Program(["serve", "--config", config], lasting: .seconds(600))
            }
            var ports: [Int] = []
            for program in programs { ports.append(try #require(try await program.port())) }
            return Nodes(
                database: database, folder: folder, programs: programs, ports: ports, store: store, access: access,
                root: ["Authorization": "Bearer \(key)"])
        }

        func stop() async throws {
            for program in programs { try await program.stop() }
            await access.close()
            await store.close()
        }

        /// Runs statements one after the other, each a commit of its own.
        func commit(_ statements: [String]) async throws {
            try await blocking { [database] in
                _ = try database.cluster.run(
                    statements.joined(separator: ";\n"), in: database.name, isOneTransaction: false)
            }
        }
    }

    @Test func nothingLaterIsSent() async throws {
        var random = SeededGenerator.announced("ServedRevocationTests")
        try await using({ try await Nodes.start() }, close: { try await $0.stop() }) { nodes in
            for round in 0..<Self.count {
                var plan = Interleaving(lane: 1, &random)
                while plan.ways.contains(where: \.isSlow) { plan = Interleaving(lane: 1, &random) }
                do {
                    try await Self.run(plan, mark: "mark-\(round)-", nodes)
                } catch {
                    throw ClientError("round \(round), \(plan): \(error)")
                }
            }
        }
    }

    private static func run(_ plan: Interleaving, mark: String, _ nodes: Nodes) async throws {
        try await nodes.commit([
            "UPDATE _oriel_person SET isactive = TRUE, roles = 'reader' WHERE NOT isactive OR roles <> 'reader'",
            "DELETE FROM \"Member\"", "INSERT INTO \"Member\" SELECT id, 1 FROM _oriel_person",
            "UPDATE \"Note\" SET \"Text\" = 'text'",
        ])
        let (headers, key) = try await nodes.access.admit(plan.holder, as: "reader")
        var clients: [RevokedClient] = []
        for (way, port) in zip(plan.ways, nodes.ports) {
            clients.append(try await RevokedClient.open(plan, way, lane: 1, port: port, headers: headers))
        }
        try await withThrowingTaskGroup(of: [String].self) { group in
            for client in clients { group.addTask { try await client.readToEnd() } }
            let earlier = (0..<plan.earlier).map { "UPDATE \"Note\" SET \"Text\" = 'text \($0)'" }
            async let former: Void = nodes.commit(earlier)
            if !plan.isHurried { try await former }
            try await revoke(plan, key, headers, then: "UPDATE \"Note\" SET \"Text\" = 'text \(mark)'", nodes)
            try await former
            for try await texts in group {
                for text in texts where text.contains(mark) {
                    throw ClientError("the later commit was sent: \(text.prefix(300))")
                }
            }
        }
        for port in nodes.ports {
            let http = HTTPClient(port: port)
            try await http.check(plan.end, of: "/Note/1", headers)
            // An earlier commit of a hurried program may have replaced the text.
            let shown = try await http.identified { try await $0.get("/Note/1", nodes.root) }
            guard plan.isHurried || shown.text.contains(mark) else {
                throw ClientError("the later commit is missing: \(shown.text)")
            }
        }
    }

    /// Revokes, and makes the later commit.
    private static func revoke(
        _ plan: Interleaving, _ key: String, _ headers: [String: String], then later: String, _ nodes: Nodes
    ) async throws {
        let sql: String
        switch plan.end {
        case .signOut:
            let answer = try await HTTPClient(port: nodes.ports[plan.signOutServer]).identified {
                try await $0.post("/-/sign-out", [:], headers)
            }
            guard answer.status == 204 else { throw ClientError("the sign-out got \(answer.status)") }
            return try await nodes.commit([later])
        case .deleted where plan.holder == .session: sql = "DELETE FROM _oriel_session"
        case .deleted: sql = "DELETE FROM _oriel_key WHERE id = '\(key)'"
        case .disabled: sql = "UPDATE _oriel_person SET isactive = FALSE"
        case .role: sql = "UPDATE _oriel_person SET roles = 'other'"
        case .member: sql = "DELETE FROM \"Member\""
        case .move: sql = "UPDATE \"Member\" SET \"TeamId\" = 99"
        }
        try await nodes.commit([sql, later])
    }
}
