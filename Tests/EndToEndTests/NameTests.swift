import JSON
import Serving
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct NameTests {
    @Test func routesUseTheNamesOfTablesUnlessReserved() async throws {
        try await withServer(OddSchemas.names) { server in
            let cells = try await server.http.get("/?window=0,500").json["cells"]
            for (name, route) in [
                ("with space", "/with%20space"), ("qu\"ote", "/qu%22ote"), ("pct%20", "/pct%2520"), ("q?m", "/q%3Fm"),
                ("ha#sh", "/ha%23sh"), ("co:lon", "/co%3Alon"), ("~tilde", "/~t~tilde"), ("~t", "/~t~t"), ("", "/~t"),
                ("😀", "/%F0%9F%98%80"), ("-", "/~t-"), (".", "/~t."), ("..", "/~t.."), ("sl/ash", "/sl%2Fash"),
                ("new\nline", "/new%0Aline"), ("index.html", "/index.html"), ("select", "/select"), ("É", "/%C3%89"),
                ("a&b=c", "/a&b=c"), ("1", "/1"), ("mark\"\u{301}", "/mark%22%CC%81"),
            ] {
                #expect(cells?[name]?["href"] == .string(route), "\(name)")
                #expect(try await server.http.get(route).json["title"] == .string(name))
            }
        }
    }

    @Test func aTableNeverHidesAFileOfTheBrowserClient() async throws {
        let client = try Database("CREATE TABLE t (x);")  // its file will do
        try await withServer("CREATE TABLE \"test.sqlite\" (id INTEGER PRIMARY KEY);") { settings in
            settings.publicDirectory = client.folder
        } _: { server in
            let cells = try await server.http.get("/").json["cells"]
            #expect(cells?["test.sqlite"]?["href"] == "/~ttest.sqlite")
            #expect(try await server.http.get("/~ttest.sqlite").json["screen"] == "table")
            #expect(try await server.http.get("/test.sqlite").body.starts(with: Array("SQLite format 3".utf8)))
        }
    }

    @Test func parametersUseTheNamesOfColumnsUnlessReserved() async throws {
        try await withServer(OddSchemas.names) { server in
            let outputs = try await server.http.get("/sl%2Fash/1").json["outputs"]
            for (number, (name, segment)) in [
                ("b/lob", "b%2Flob"), (".", "~t."), ("..", "~t.."), ("", "~t"), ("~t", "~t~t"), ("?", "%3F"),
                ("a:b", "a%3Ab"), ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"),
            ].enumerated() {
                #expect(outputs?[name]?["href"] == .string("/sl%2Fash/1/\(segment)"))
                #expect(try await server.http.get("/sl%2Fash/1/\(segment)").body == [UInt8(number + 1)], "\(name)")
            }
        }
    }

    @Test func namesAreComparedByteByByte() async throws {
        try await withServer(OddSchemas.names + "CREATE TABLE Case1 (id INTEGER PRIMARY KEY, Name TEXT);") { server in
            for target in ["/case1", "/CASE1", "/Case1%20", "/Case1?name=x", "/E%CC%81", "/e%CC%81"] {
                let answer = try await server.http.get(target)
                #expect(answer.status == (target.contains("?") ? 400 : 404), "\(target)")
            }
        }
    }

    @Test func foreignKeysLeadToTheRowsTheyName() async throws {
        try await withServer(OddSchemas.kinds + OddSchemas.names + OddSchemas.relations) { server in
            for (route, links) in [
                ("/tree/2", ["parent": ["href": "/tree/1", "title": "root"]]),
                ("/tree/3", ["parent": ["href": "/tree/3", "title": "self"]]), ("/tree/1", nil),
                (
                    "/p/3",
                    ["parent": ["href": "/p/2", "title": "second"], "tree": ["href": "/tree/1", "title": "root"]]
                ),
                ("/kid/1", ["x": ["href": "/pair/1,a%2Fb", "title": "slash"]]),
                ("/kid/3", ["x": ["href": "/pair/1,~t", "title": "empty"]]),
                ("/kid/4", ["x": ["href": "/pair/2,~c", "title": "comma"]]), ("/kid/2", nil), ("/kid/5", nil),
                ("/turned/1", ["y": ["href": "/pair/1,a%2Fb", "title": "slash"]]), ("/orphan/1", nil),
                ("/accented/1", ["u": ["href": "/%C3%89/1", "title": "x"], "v": ["href": "/hub/1", "title": "hub"]]),
                ("/toview/1", nil),
            ] as [(String, JSON?)] {
                let row = try await server.http.get(route).json
                #expect(row["links"] == links, "\(route)")
            }
        }
    }

    @Test func rowsThatReferToARowAreSectionsOfIt() async throws {
        try await withServer(OddSchemas.kinds + OddSchemas.names + OddSchemas.relations) { server in
            let hub = try await server.http.get("/hub/1").json
            #expect(hub["sections"]?.arrayValue?.compactMap { $0["id"] } == ["accented", "s", "s/b.h", "s/b.i"])
            #expect(hub["cells"]?.objectValue?.names == ["accented/1", "s/b/1", "s%2Fb.h/1", "s%2Fb.i/1"])
            let tree = try await server.http.get("/tree/1").json
            #expect(
                tree["sections"]?.arrayValue?.compactMap { $0["href"] } == [
                    "/p?tree=1", "/tree?parent=1", "/twice?t=1",
                ])
            let pair = try await server.http.get("/pair/1,~t").json
            #expect(pair["sections"]?[0]?["href"] == "/kid?x=1&y=~t")
        }
    }
}
