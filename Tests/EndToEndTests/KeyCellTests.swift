import JSON
import TestSupport
import Testing

/// Lists show the keys of rows that are meaningful.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct KeyCellTests {
    private static let sql = """
        CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT, area INTEGER);
        INSERT INTO country VALUES ('CH', 'Switzerland', 41285);
        CREATE TABLE tag (name TEXT PRIMARY KEY, color TEXT);
        INSERT INTO tag VALUES ('new', 'red');
        CREATE TABLE remark (uuid TEXT PRIMARY KEY, body TEXT);
        INSERT INTO remark VALUES ('0b5c', 'Hello');
        CREATE TABLE word (word TEXT PRIMARY KEY) WITHOUT ROWID;
        INSERT INTO word VALUES ('so');
        CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT, country TEXT REFERENCES country);
        INSERT INTO city VALUES (7, 'Bern', 'CH');
        CREATE TABLE street (city INTEGER REFERENCES city, number INTEGER, name TEXT, PRIMARY KEY (city, number));
        INSERT INTO street VALUES (7, 3, 'Marktgasse');
        CREATE TABLE sample (id INTEGER PRIMARY KEY, name TEXT, weight REAL) WITHOUT ROWID;
        INSERT INTO sample VALUES (1, 'one', 1.5);
        """

    @Test(
        arguments: [
            ("/country", "Switzerland", "CH", ["code": "CH", "name": "Switzerland", "area": 41285]),
            ("/tag", "new", "red", ["name": "new", "color": "red"]),
            ("/remark", "Hello", "0b5c", ["uuid": "0b5c", "body": "Hello"]), ("/word", "so", nil, ["word": "so"]),
            ("/city", "Bern", "Switzerland", ["id": 7, "name": "Bern", "country": "CH"]),
            ("/street", "Marktgasse", "Bern", ["city": 7, "number": 3, "name": "Marktgasse"]),
            ("/sample", "one", nil, ["id": 1, "name": "one", "weight": 1.5]),
        ] as [(String, JSON, JSON?, JSONObject)])
    func aMeaningfulKeyIsShown(route: String, title: JSON, subtitle: JSON?, fields: JSONObject) async throws {
        try await withServer(Self.sql) { server in
            let cells = try await server.http.get(route).json["cells"]?.objectValue
            let cell = cells?.map { $0.1 }.first
            #expect(cell?["title"] == title)
            #expect(cell?["subtitle"] == subtitle)
            #expect(cell?["fields"] ?? [:] == .object(fields))
        }
    }

    @Test func aRowNamedByItsKeyHasAReadableTitle() async throws {
        let schema = """
            CREATE TABLE seat (hall TEXT, number INTEGER, guest TEXT, PRIMARY KEY (hall, number));
            INSERT INTO seat VALUES ('North, upper', 5, NULL), ('~', 6, NULL), ('South', 7, NULL);
            """
        try await withServer(schema) { server in
            let cells = try await server.http.get("/seat").json["cells"]?.objectValue
            let titles = cells?.compactMap { $0.1["title"]?.stringValue }.sorted()
            #expect(titles == ["seat North, upper,5", "seat South,7", "seat ~,6"])
        }
    }
}
