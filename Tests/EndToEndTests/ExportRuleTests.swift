import JSON
import Serving
import TestSupport
import Testing

/// The refusals of exports, and values that JSON cannot represent.
@Suite(.timeLimit(.minutes(5))) struct ExportRuleTests {
    private static let things = """
        CREATE TABLE Thing (Id INTEGER PRIMARY KEY, Name TEXT);
        INSERT INTO Thing VALUES (1, 'ax');
        CREATE VIEW Names AS SELECT Name FROM Thing;
        """

    @Test(arguments: ["GET", "HEAD"]) func anUnknownFormatReturnsTheKnownOnes(method: String) async throws {
        try await withServer(Self.things) { server in
            for (target, hint) in [
                ("/Thing:xml", " To export all rows: GET /Thing:csv, /Thing:json, /Thing:ndjson."),
                ("/Names:CSV?sort=Name", " To export all rows: GET /Names:csv, /Names:json, /Names:ndjson."),
                ("/Thing/1:xml", ""),
            ] {
                let answer = try await server.http.send(method, target)
                #expect(answer.status == 404)
                let detail = method == "GET" ? try answer.json["detail"]?.stringValue : nil
                #expect(
                    detail?.hasSuffix(hint) ?? true && detail?.hasPrefix("Unknown name at ") ?? true, "\(detail ?? "")")
            }
            #expect(try await server.http.get("/Thing:insert").status == 405)
        }
    }

    @Test func numbersOutsideJSONAreWrittenAsWords() async throws {
        let sql = """
            CREATE TABLE Odd (Id INTEGER PRIMARY KEY, Value REAL);
            INSERT INTO Odd (Value) VALUES (9e999), (-9e999), (9e999 - 9e999), (-0.0), (1e308), (5e-324);
            """
        try await withServer(sql) { server in
            let csv = try await server.http.get("/Odd:csv").text
            #expect(csv == "Id,Value\r\n1,Infinity\r\n2,-Infinity\r\n3,\r\n4,0.0\r\n5,1e+308\r\n6,5e-324\r\n")
            let values: [JSON] = ["Infinity", "-Infinity", .null, 0.0, 1e308, .double(.leastNonzeroMagnitude)]
            let array = try await server.http.get("/Odd:json").json.arrayValue
            #expect(array?.map { $0["Value"] ?? .null } == values)
            let lines = try await server.http.get("/Odd:ndjson").text.split(separator: "\n")
            #expect(try lines.map { try JSON(parsing: String($0))["Value"] ?? .null } == values)
        }
    }

    @Test func anAddressHasItsShareOfTheExports() async throws {
        let sql = """
            CREATE TABLE Many (Id INTEGER PRIMARY KEY, Filler TEXT);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
                INSERT INTO Many SELECT i, printf('%090d', i) FROM n;
            """
        let change: @Sendable (inout Settings) -> Void = {
            $0.exportsPerAddress = 1
            $0.addressHeader = "X-Forwarded-For"
        }
        try await withServer(sql, change) { server in
            let (one, other) = (["X-Forwarded-For": "192.0.2.1"], ["X-Forwarded-For": "192.0.2.2"])
            do {
                let download = try await blocking { try Download(port: server.port, "/Many:ndjson", headers: one) }
                try await blocking { try download.read() }
                let refused = try await server.http.get("/Many:csv", one)
                #expect(refused.status == 429)
                #expect(refused.headers["retry-after"] == "5")
                #expect(try refused.json["code"] == "too-many-exports")
                let theirs = try await server.http.get("/Many:csv?Id=1", other)
                #expect(theirs.status == 200)
            }
            // A disconnect makes room.
            while try await server.http.get("/Many:csv?Id=1", one).status == 429 {}
        }
    }
}
