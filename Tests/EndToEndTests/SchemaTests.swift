import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SchemaTests {
    @Test func keysRoundTrip() async throws {
        try await withServer(OddSchemas.keys) { server in
            let cells = try await server.http.get("/kinds?window=0,100").json["cells"]?.objectValue ?? [:]
            let ids = Dictionary(cells.map { ($0.value["title"]?.stringValue ?? "", $0.name) }) { first, _ in first }
            #expect(
                ids == [
                    "integer": "1", "text": "~t1", "real": "~r1.5", "large": "~r1e+300", "infinite": "~rinf",
                    "negative": "~r-inf", "blob": "~x00FF2F", "empty blob": "~x", "empty text": "~t", "null": "~i10",
                    "slash": "a/b", "percent": "100%", "marks": "a?b#c&d=e+f g", "colon": "a:b", "dot": "~t.",
                    "dots": "~t..", "dash": "-", "emoji": "😀", "line": "a\nb", "nul": "a~0b", "malformed": "~uFF41",
                    "zero": "01", "tilde": "~~t", "comma": "a~cb", "max": "9223372036854775807",
                    "min": "-9223372036854775808", "exact": "9007199254740993",
                ])
        }
    }

    @Test func everyKeyShowsItsOwnRow() async throws {
        try await withServer(OddSchemas.keys) { server in
            let cells = try await server.http.get("/kinds?window=0,100").json["cells"]?.objectValue ?? [:]
            for (id, cell) in cells {
                let row = try await server.http.get(cell["href"]?.stringValue ?? "").json
                #expect(row["outputs"]?["v"] == cell["title"], "\(id)")
            }
            let composite = try await server.http.get("/composite").json["cells"]?.objectValue ?? [:]
            #expect(Set(composite.names) == ["1,x", "1,y/z~c~~", "-1,~t", "~i4", "~i5", "~i6"])
        }
    }

    @Test func rowsWithoutAKeyHaveNoRoute() async throws {
        try await withServer(OddSchemas.keys) { server in
            for table in ["taken3", "taken4"] {
                let list = try await server.http.get("/\(table)").json
                let cells = list["cells"]?.objectValue ?? [:]
                #expect(list["window"]?["total"]?.intValue == Int64(cells.count))
                #expect(cells.allSatisfy { $0.value["href"] == nil && $0.value["can"] == nil })
                #expect(try await server.http.get("/\(table)/a").status == 404)
            }
        }
    }

    @Test func nullsAreNullsEverywhere() async throws {
        try await withServer(OddSchemas.kinds) { server in
            let row = try await server.http.get("/loose/3").json
            let outputs = row["outputs"]?.objectValue ?? [:]
            #expect(outputs.names == ["id", "i", "t", "r", "bool", "b", "x"])
            #expect(outputs.dropFirst().allSatisfy { $0.value == .null })
            #expect(row["title"] == "loose 3")
            #expect(try await server.http.get("/loose/3/b").status == 404)
        }
    }

    @Test func blobsAreFilesWithTheirBytesAndMediaType() async throws {
        try await withServer(OddSchemas.kinds) { server in
            let outputs = try await server.http.get("/loose/1").json["outputs"]
            #expect(outputs?["x"] == ["bytes": 6, "type": "image/gif", "href": "/loose/1/x"])
            #expect(outputs?["t"] == ["bytes": 4, "type": "image/jpeg", "href": "/loose/1/t"])
            #expect(outputs?["b"] == "text")
            let file = try await server.http.get("/loose/1/x")
            #expect(file.body == Array("GIF89a".utf8))
            #expect(file.headers["content-type"] == "image/gif")
            #expect(file.headers["content-disposition"]?.hasPrefix("attachment") == true)
            let text = try await server.http.get("/loose/1/b")
            #expect(text.text == "text")
            #expect(text.headers["content-type"] == "text/plain; charset=utf-8")
            let tag = ["If-None-Match": file.headers["etag"] ?? ""]
            #expect(try await server.http.get("/loose/1/x", tag).status == 304)
        }
    }

    @Test(.onBothEngines) func aBlobInAListIsALinkToo() async throws {
        let type = TestEngine.choose(sqlite: "", postgres: "BLOB")
        let sql = """
            CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, x \(type));
            INSERT INTO t VALUES (1, 'a', x'474946383961');
            """
        try await withServer(sql) { server in
            let fields = try await server.http.get("/t").json["cells"]?["1"]?["fields"]
            #expect(fields?["x"] == ["bytes": 6, "type": "image/gif", "href": "/t/1/x"])
        }
    }

    @Test func invalidUTF8IsShownRepairedAndServedUnchanged() async throws {
        try await withServer(OddSchemas.kinds) { server in
            let row = try await server.http.get("/loose/2").json
            #expect(row["outputs"]?["t"] == "\u{FFFD}(")
            #expect(try await server.http.get("/loose/2/t").body == [0xC3, 0x28])
        }
    }

    @Test(.onBothEngines) func integersBeyond53BitsAreExact() async throws {
        let sql = """
            CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER);
            INSERT INTO t VALUES (1, 9007199254740992), (2, 9007199254740993), (3, -9223372036854775808);
            """
        try await withServer(sql) { server in
            for (id, value) in [(1, 9_007_199_254_740_992), (2, "9007199254740993"), (3, "-9223372036854775808")]
                as [(Int, JSON)]
            {
                #expect(try await server.http.get("/t/\(id)").json["outputs"]?["n"] == value)
            }
            let found = try await server.http.get("/t?n=9007199254740993").json["sections"]?[0]?["rows"]
            #expect(found == ["2"])
        }
    }

    @Test(.onBothEngines) func aLargeTextIsCutInTheListAndWholeInItsRow() async throws {
        let sql =
            "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); "
            + "INSERT INTO t VALUES (1, replace(printf('%03000000d', 0), '0', 'x'));"
        try await withServer(sql) { server in
            let title = try await server.http.get("/t").json["cells"]?["1"]?["title"]?.stringValue
            #expect(title == String(repeating: "x", count: 200) + "…")
            #expect(try await server.http.get("/t/1").json["outputs"]?["name"]?.stringValue?.utf8.count == 3_000_000)
            #expect(try await server.http.get("/t/1/name").body.count == 3_000_000)
        }
    }
}
