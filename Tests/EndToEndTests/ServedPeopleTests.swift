import JSON
import Scenes
import Serving
import TestSupport
import Testing

/// People in a table of the served database.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct ServedPeopleTests {
    static let sql = """
        CREATE TABLE User (Id INTEGER PRIMARY KEY, Mail TEXT UNIQUE, Hash TEXT, Role TEXT, IsActive BOOLEAN);
        INSERT INTO User VALUES
            (7, 'ada@example.org', '$2b$04$fnQSViP5Fr/PQN3VyCxgLenOmESixCOtPekqZD2R0Fmo5nWQfLfa2', 'lead, agent', '1'),
            (8, 'bob@example.org', '$2b$04$fnQSViP5Fr/PQN3VyCxgLenOmESixCOtPekqZD2R0Fmo5nWQfLfa2', NULL, '0'),
            (9, 'eve@example.org', NULL, 'lead', '1');
        """

    static let people = PeopleTable(
        table: "User", id: "Id", name: "Mail", password: "Hash", roles: "Role", active: "IsActive")

    @Test(
        arguments: [
            "UPDATE User SET Role = 'agent' WHERE Id = '7'", "UPDATE User SET IsActive = '0' WHERE Id = '7'",
            "DELETE FROM User WHERE Id = '7'",
        ], ["INTEGER", "TEXT"])
    func theyAreFollowedLive(change: String, type: String) async throws {
        try await Guarded.serve(Self.sql.replacing("Id INTEGER", with: "Id \(type)"), { $0.people = Self.people }) {
            server in
            let answer = try await server.signIn("ada@example.org", "correct horse battery")
            #expect(
                try answer.json["principal"] == [
                    "kind": "person", "id": "7", "name": "ada@example.org", "roles": ["agent", "lead"],
                ])
            #expect(try await server.database.run("SELECT substr(Hash, 1, 7) FROM User WHERE Id = '7'") == "$2b$04$\n")
            for name in ["bob@example.org", "eve@example.org", "ada@example.org "] {
                #expect(try await server.signIn(name, "correct horse battery").status == 401)
            }
            let headers = ["Cookie": answer.jar, "Sec-Fetch-Site": "same-origin"]
            let socket = try await SocketClient(port: server.port, headers: headers)
            _ = try await socket.open("/note")
            try await server.database.run("BEGIN; \(change); COMMIT; INSERT INTO note VALUES (3, 'after')")
            while socket.closeCode == nil {
                let message = try await socket.next()
                #expect(!String(decoding: message.bytes, as: UTF8.self).contains("after"))
            }
            #expect(socket.closeCode == 4401 && socket.closeReason == "revoked")
            let next = try await server.http.get("/note", headers)
            #expect(next.status == (change.hasPrefix("UPDATE User SET Role") ? 200 : 401))
        }
    }

    @Test(arguments: [
        PeopleTable(table: "Users", id: "Id", name: "Mail", password: "Hash"),
        PeopleTable(table: "User", id: "Mail", name: "Mail", password: "Hash"),
        PeopleTable(table: "User", id: "Id", name: "Mail", password: "Password"),
    ]) func aWrongTableEndsTheStart(people: PeopleTable) async throws {
        await #expect(throws: (any Error).self) {
            try await Guarded.serve(Self.sql, { $0.people = people }) { _ in }
        }
    }
}
