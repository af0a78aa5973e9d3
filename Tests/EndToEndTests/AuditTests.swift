import Access
import Foundation
import JSON
import Scenes
import Serving
import TestSupport
import Testing

/// The events of the audit, with routes and rows in columns of their own.
@Suite(.timeLimit(.minutes(5))) struct AuditTests {
    /// Waits until the audit has events, and returns all as `event|who|via|network|route|row|detail`.
    private static func audit(_ server: TestServer, until events: Set<String>) async throws -> [String] {
        let path = await server.accessPath
        let columns = ["Event", "Who", "Via", "Network", "Route", "Row", "Detail"].map { "coalesce(\($0), '')" }
        let sql = "SELECT \(columns.joined(separator: " || '|' || ")) FROM Audit ORDER BY Number"
        let deadline = ContinuousClock.now + patienceOfTests
        while true {
            let lines = try await Database.run(sql, at: path).split(separator: "\n")
            let found = Set(lines.map { String($0.prefix { $0 != "|" }) })
            if events.isSubset(of: found) { return lines.map(String.init) }
            guard ContinuousClock.now < deadline else { throw ClientError("\(events) are not in \(found)") }
        }
    }

    @Test func commandsHaveTheirRouteAndRow() async throws {
        try await Guarded.serve { server in
            let token = try await server.key(["reader"])
            let key = ["Authorization": "Bearer \(token)"]
            let way = "key \(token.split(separator: "_")[1])"
            #expect(try await server.http.post("/note/2:update", ["text": "x"], key).status == 200)
            #expect(try await server.http.post("/note/2:update", ["text": .null], key).status == 422)
            #expect(try await server.http.get("/note:csv", key).status == 200)
            let audit = try await Self.audit(server, until: ["command", "command refused", "export"])
            #expect(audit.contains { $0.hasPrefix("command|test|\(way)||/note/2|") })
            #expect(audit.contains("export|test|\(way)||/note||as csv"))
        }
    }

    @Test func keysAndTheirRefusalsAreRecorded() async throws {
        try await Guarded.serve(
            "", { $0.addressHeader = "X-Forwarded-For" }
        ) { server in
            let (near, far) = (["X-Forwarded-For": "192.0.2.7"], ["X-Forwarded-For": "198.51.100.7"])
            let token = try await server.key(["reader"], networks: ["192.0.2.0/24"])
            let key = ["Authorization": "Bearer \(token)"]
            let way = "key \(token.split(separator: "_")[1])"
            for _ in 0..<3 { #expect(try await server.http.get("/note", key.merging(near) { $1 }).status == 200) }
            #expect(try await server.http.get("/note", key.merging(far) { $1 }).status == 401)
            var wrong = token
            wrong.removeLast()
            wrong += token.last == "0" ? "1" : "0"
            let other = ["Authorization": "Bearer \(wrong)"].merging(far) { $1 }
            #expect(try await server.http.get("/note", other).status == 401)
            let audit = try await Self.audit(server, until: ["sign-in", "key refused"])
            #expect(audit.filter { $0.hasPrefix("sign-in|") } == ["sign-in|test|\(way)|192.0.2.7|||"])
            #expect(audit.contains("key refused|test|\(way)|198.51.100.7|||from another network"))
            #expect(!audit.contains { $0.contains(wrong) || $0.contains(token) })
        }
    }

    @Test func delaysAndForeignPagesAreRecorded() async throws {
        try await Guarded.serve { server in
            await server.stopTheClock()
            for _ in 0..<6 { _ = try await server.signIn("ada", "wrong horse battery") }
            #expect(try await server.signIn().status == 429)
            _ = try await Self.audit(server, until: ["sign-in delayed"])
        }
        try await Guarded.serve { server in
            #expect(try await server.http.get("/note", ["Origin": "https://evil.test"]).status == 403)
            let audit = try await Self.audit(server, until: ["foreign page refused"])
            #expect(audit.contains("foreign page refused||nobody||/note||"))
        }
    }

    @Test func rolesAreRecordedWhoeverChangesThem() async throws {
        try await Guarded.serve { server in
            let path = await server.accessPath
            let sql = "UPDATE Person SET Roles = 'admin' WHERE Name = 'ada'"
            try await Database.run(sql, at: path)
            try await server.access?.setRoles([], of: "ada")
            let audit = try await Self.audit(server, until: ["roles changed"])
            #expect(audit.contains("roles changed|ada|database||||reader to admin"))
            #expect(audit.contains("roles changed|ada|database||||admin to none"))
        }
    }

    @Test func rolesOfServedPeopleAreRecorded() async throws {
        try await Guarded.serve(ServedPeopleTests.sql, { $0.people = ServedPeopleTests.people }) { server in
            let answer = try await server.signIn("ada@example.org", Guarded.password)
            #expect(try await server.http.get("/note", ["Cookie": answer.jar]).status == 200)
            try await server.database.run("UPDATE User SET Role = 'agent' WHERE Id = 7")
            let audit = try await Self.audit(server, until: ["roles changed"])
            #expect(audit.contains("roles changed|ada@example.org|database||||agent lead to agent"))
        }
    }

    @Test func readingTheRulesAgainIsRecorded() async throws {
        try await Guarded.serve(
            "",
            { settings in
                guard let users = settings.users else { return }
                settings.access = users.replacing("access.sqlite", with: "access.yaml")
                _ = FileManager.default.createFile(
                    atPath: settings.access ?? "", contents: Data("tables: { note: [] }".utf8))
            }
        ) { server in
            let path = server.database.folder + "/access.yaml"
            try Data("tables: { nothing: [] }".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            let refused = try await Self.audit(server, until: ["rules refused"])
            #expect(refused.contains { $0.hasPrefix("rules refused|server|file|") && $0.contains("\"nothing\"") })
            let rules = "tables: { note: [{ to: everyone, columns: all }] }"
            try Data(rules.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            _ = try await Self.audit(server, until: ["rules read"])
        }
    }
}
