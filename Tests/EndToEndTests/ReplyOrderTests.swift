import JSON
import TestSupport
import Testing

/// A reply follows the patches that its command caused, or comes after two seconds (protocol, section 5), even while
/// another program writes.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct ReplyOrderTests {
    /// The loop of another program. It does not make the table long: a reply does not wait for slow lists.
    enum Other: CaseIterable {
        case writesRows, altersTheTable, altersAnother

        var journal: String { self == .writesRows ? "DELETE" : "WAL" }

        func statement(_ number: Int) -> String {
            switch self {
            case .writesRows:
                """
                INSERT INTO item (id, name, kind) VALUES (\(1000 + number % 400), 'other \(number)', 9)
                ON CONFLICT (id) DO UPDATE SET name = excluded.name
                """
            case .altersTheTable: number < 400 ? "ALTER TABLE item ADD COLUMN more\(number) TEXT" : "SELECT 1"
            case .altersAnother: number < 400 ? "ALTER TABLE aside ADD COLUMN more\(number) TEXT" : "SELECT 1"
            }
        }
    }

    private static let routes = [
        "/item", "/item?sort=-name", "/item?sort=kind,name", "/item?kind=1", "/item?kind=2", "/item?search=item",
        "/item?section=kind", "/item?kind.gte=1&sort=name", "/kind/1", "/kind/2", "/kind", "/", "/item?sort=id",
        "/item?id.lte=30",
    ]

    private static let sql = """
        CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, kind INTEGER REFERENCES kind);
        CREATE TABLE aside (a TEXT);
        INSERT INTO kind VALUES (1, 'one'), (2, 'two'), (9, 'other');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
        INSERT INTO item SELECT i, 'item ' || i * 7 % 40, 1 + i % 2 FROM n;
        """

    @Test(arguments: Other.allCases) func aReplyComesAfterItsPatches(other: Other) async throws {
        var random = SeededGenerator.announced("aReplyComesAfterItsPatches")
        let rows = (1...40).shuffled(using: &random).prefix(30)
        try await withServer("PRAGMA journal_mode = \(other.journal);" + Self.sql) { server in
            let socket = try await SocketClient(port: server.port)
            for route in Self.routes { #expect(try await socket.open(route)["type"] == "snapshot") }
            let scene = try #require(socket.scene(at: "/item"))
            let shell = try SQLShell(of: server.database)
            try await shell.run("PRAGMA synchronous = OFF")
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var number = 0
                    while !Task.isCancelled {
                        do {
                            try await shell.run(other.statement(number))
                            number += 1
                        } catch is CancellationError {}
                    }
                }
                for row in rows.map(String.init) {
                    let start = ContinuousClock.now
                    let reply = try await socket.run("delete", scene: scene, row: row)
                    guard .now - start < .seconds(2) else { continue }
                    #expect(reply["result"] != nil, "\(reply)")
                    for (number, replica) in socket.replicas where replica.document.shows(row, of: "/item") {
                        Issue.record("scene \(number) shows \(row): \(replica.document["route"] ?? .null)")
                    }
                }
                group.cancelAll()
                try await group.waitForAll()
            }
        }
    }
}

extension SocketClient {
    fileprivate func scene(at route: String) -> Int64? {
        replicas.first { $0.value.document["route"]?.stringValue == route }?.key
    }
}

extension JSON {
    /// Whether a document shows a row of the table at a route.
    fileprivate func shows(_ row: String, of table: String) -> Bool {
        self["cells"]?.objectValue?.contains { $0.value["href"]?.stringValue == "\(table)/\(row)" } ?? false
    }
}
