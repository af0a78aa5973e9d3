import JSON
import TestSupport
import Testing

/// The description of command arguments that hold the keys of other rows.
@Suite(.timeLimit(.minutes(5))) struct ReferenceArgumentTests {
    @Test func aColumnThatRefersToAKeyNamesTheListToChooseFrom() async throws {
        let sql = """
            CREATE TABLE "a b" (id INTEGER PRIMARY KEY, code TEXT UNIQUE);
            CREATE TABLE k (k TEXT PRIMARY KEY); CREATE TABLE two (x, y, PRIMARY KEY (x, y));
            CREATE TABLE plain (x UNIQUE);
            CREATE TABLE t (id INTEGER PRIMARY KEY, own INTEGER REFERENCES t,
                a INTEGER NOT NULL REFERENCES "a b" (ID), code TEXT REFERENCES "a b" (code),
                k TEXT REFERENCES k, x, y, p REFERENCES plain (x), gone REFERENCES nowhere, free INTEGER,
                FOREIGN KEY (x, y) REFERENCES two);
            """
        try await withServer(sql) { server in
            let arguments =
                try await server.http.get("/t").json["commands"]?["insert"]?["arguments"]?.objectValue ?? [:]
            let lists = arguments.compactMap { name, argument in argument["list"]?.stringValue.map { "\(name) \($0)" } }
            #expect(lists == ["own /t", "a /a%20b", "k /k"])
        }
    }
}
