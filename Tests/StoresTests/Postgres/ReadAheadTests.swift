import Lists
import Loop
import PostgreSQL
import Stores
import Tables
import TestSupport
import Testing

/// Many lists that each commit concerns. Their statements run together.
@Suite(.timeLimit(.minutes(5))) struct ReadAheadTests {
    private static let keys = [
        (key: "id int PRIMARY KEY", id: "id::text"), (key: "id text PRIMARY KEY", id: "id"),
        (key: "id int, v int, PRIMARY KEY (id, v)", id: "format('%s,%s', id, v)"),
    ]

    /// Lists of different rows and orders, of a table whose rows are inserted, changed, moved and deleted.
    @Test(arguments: keys)
    @SceneActor func manyListsFollowEachCommit(key: String, id: String) async throws {
        var random = SeededGenerator.announced("manyListsFollowEachCommit")
        let database = try await blocking {
            try PostgresTestDatabase(
                """
                CREATE TABLE item (\(key), n int, note text\(key.contains(" v ") ? "" : ", v int"));
                INSERT INTO item (id, v, n, note) SELECT i, i, i * 7 % 50, 'note ' || i FROM generate_series(1, 60) i;
                """)
        }
        let store = try await Store(postgres: database.url)
        let lists = (0..<30).map { number in
            var query = Query(table: "item", columns: ["note", "n"])
            query.filters = [Filter(column: "n", .lessOrEqual, id: "\(20 + number)")]
            query.sort = number % 3 == 0 ? [.descending("n")] : number % 3 == 1 ? [SortTerm(column: "n")] : []
            let order = number % 3 == 0 ? "n DESC, " : number % 3 == 1 ? "n, " : ""
            let oracle = """
                SELECT coalesce(string_agg(
                    concat_ws(':', \(id), coalesce(upper(encode(note::bytea, 'hex')), 'null'), n), ' '
                    ORDER BY \(order)\(key.contains("text") ? "id COLLATE \"C\"" : "id, v")), '')
                FROM item WHERE n <= \(20 + number)
                """
            let list = FollowedList(query, oracle: oracle, store)
            list.display(&random)
            return list
        }
        for round in 0..<25 {
            for list in lists {
                await list.settle()
                let rows = try await database.run(list.oracle).split(whereSeparator: \.isWhitespace).map(String.init)
                let ids = rows.map { row in String(row.prefix { $0 != ":" }) }
                #expect(list.shown == Array(rows[list.places]), "round \(round)")
                #expect(list.replica == [ids], "round \(round)")
            }
            if round % 5 == 4 { for list in lists { list.display(&random) } }
            let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.change(&random) }
            try await database.run(changes.joined(separator: ";\n"))
        }
        for list in lists { list.close() }
        await store.close()
    }

    private static func change(_ random: inout SeededGenerator) -> String {
        let (row, n) = (Int.random(in: 1...60, using: &random), Int.random(in: 0...50, using: &random))
        return switch Int.random(in: 0..<5, using: &random) {
        case 0: "UPDATE item SET n = \(n) WHERE v = \(row)"
        case 1: "UPDATE item SET note = 'note of \(n)' WHERE v = \(row)"
        case 2: "DELETE FROM item WHERE v = \(row)"
        case 3: "INSERT INTO item (id, v, n, note) VALUES (\(row), \(row), \(n), 'new') ON CONFLICT DO NOTHING"
        default: "UPDATE item SET n = n + 1, note = NULL WHERE v % 30 = \(row % 30)"
        }
    }

    /// What runs together ends with the first failure, which does not end the transaction.
    @Test func statementsRunTogetherUpToAFailureAndALimit() async throws {
        let database = try await blocking { try PostgresTestDatabase("CREATE TABLE item (id int PRIMARY KEY)") }
        try await blocking {
            let connection = try PostgresConnection(try #require(PostgresAddress(database.url)))
            try connection.runScript("BEGIN; SAVEPOINT here")
            connection.savepoint = "here"
            func divided(by number: Int) -> PreparedStatement { PreparedStatement("SELECT 6 / $1::int", ["\(number)"]) }
            let (results, failure) = try connection.run(together: [2, 3, 0, 1].map(divided), upTo: 1_000_000)
            #expect(results.map { $0.text(0, 0) } == ["3", "2"])
            #expect(failure?.code == "22012")
            #expect(try connection.run("SELECT 1").text(0, 0) == "1")
            let text = PreparedStatement("SELECT repeat('x', $1::int)", ["10000"])
            let (some, none) = try connection.run(together: [divided(by: 1), text, text, text], upTo: 30_000)
            #expect((2...3).contains(some.count) && none == nil)
            #expect(try connection.run(divided(by: 6)).text(0, 0) == "1")
            let slow = PreparedStatement("SELECT 1 FROM pg_sleep(30)", [])
            let late = try connection.within(.milliseconds(50)) {
                try connection.run(together: [divided(by: 3), slow, slow], upTo: 30_000)
            }
            #expect(late.results.count == 1 && late.failure?.isCancellation == true)
            #expect(try connection.run(divided(by: 6)).text(0, 0) == "1")
        }
    }
}
