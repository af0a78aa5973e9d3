import JSON
import TestSupport
import Testing

/// Columns of unusual types, as a stranger meets them in documents and routes.
@Suite(.timeLimit(.minutes(5))) struct PostgresTypesServedTests {
    private func served(_ sql: String) async throws -> (PostgresTestDatabase, Program, HTTPClient) {
        let database = try await blocking { try PostgresTestDatabase(sql) }
        let program = try Program(["serve", database.url, "--port", "0"])
        return (database, program, HTTPClient(port: try #require(try await program.port())))
    }

    /// Values without an order are shown, and are neither offered nor accepted for sorting.
    @Test func columnsWithoutAnOrderAreNotOffered() async throws {
        let (_, program, http) = try await served(
            """
            CREATE TYPE pair AS (a int, j json); CREATE DOMAIN small AS int;
            CREATE TABLE item (id int PRIMARY KEY, j json, x xml, p point, b jsonb, a text[], s varchar(5), c cidr,
                two pair, few small[]);
            INSERT INTO item VALUES (
                1, '{"a":1}', '<a/>', '(1,2)', '{"b":2}', '{x}', 'y', '10.0.0.0/8', '(1,"{}")', '{1,2}')
            """)
        let document = try await http.get("/item").json
        #expect(document["columns"] == ["id", "j", "x", "p", "b", "a", "s", "c", "two", "few"])
        #expect(document["unsortable"] == ["j", "x", "p", "two"])
        for query in ["sort=j", "sort=-x", "section=p", "counts=j", "sort=two"] {
            let refused = try await http.get("/item?\(query)")
            #expect(refused.status == 400, "\(query)")
            #expect(refused.text.contains("knows no order"), "\(refused.text)")
        }
        for query in ["sort=b", "sort=a", "sort=s", "sort=c", "sort=few", "counts=a", "j.contains=a"] {
            #expect(try await http.get("/item?\(query)").json["window"]?["total"] == 1, "\(query)")
        }
        _ = program
    }

    @Test func anExportThatTheServerRefusesIsNoOutage() async throws {
        let (_, program, http) = try await served(
            "CREATE TABLE item (id int PRIMARY KEY); INSERT INTO item VALUES (0); "
                + "CREATE VIEW broken AS SELECT 1 / id AS q FROM item")
        let refused = try await http.get("/broken:csv")
        #expect(refused.text.contains("division by zero"), "\(refused.text)")
        #expect(!refused.text.contains("database-unavailable"))
        #expect(try await http.get("/item:csv").text == "id\r\n0\r\n")
        _ = program
    }

    @Test func aTruthIsFilteredByItsName() async throws {
        let (_, program, http) = try await served(
            "CREATE TABLE item (id int PRIMARY KEY, k boolean); INSERT INTO item VALUES (1, true), (2, false), (3, NULL)"
        )
        for (query, total) in [("k=true", 1), ("k=false", 1), ("k=1", 1), ("k.not=true", 2)] as [(String, JSON)] {
            #expect(try await http.get("/item?\(query)").json["window"]?["total"] == total, "\(query)")
        }
        _ = program
    }
}
