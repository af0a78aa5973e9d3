import DataSources
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

/// Queries of PostgreSQL by values that visitors choose.
@Suite(.timeLimit(.minutes(5))) struct PostgresQueryTests {
    static let types = [
        "int", "bigint", "real", "numeric", "boolean", "text", "date", "timestamp", "timestamptz", "time", "interval",
        "uuid", "inet", "int[]", "jsonb", "json", "int4range", "bytea", "money", "xml", "point", "bit(3)", "oid",
        "mood",
    ]

    /// Values that may be none of a type select no rows, and are no error.
    @Test(arguments: types)
    @SceneActor func anyTextMayBeAFilter(_ type: String) async throws {
        let sql = "CREATE TYPE mood AS ENUM ('sad'); CREATE TABLE item (id int PRIMARY KEY, v \(type));"
        try await withPostgresStore(sql + "INSERT INTO item VALUES (1, NULL)") { store, _ in
            let texts = [
                "foo", "", "1", "-1.5", "1e400", "0x10", "1e999999", "5000000000", "99999999999999999999", "true",
                "2024-02-30", "2024-02-29", "2024", "2024-02-29T25:00", "infinity", "'; DROP TABLE item; --", "\\",
                "~0",
                "{", "NaN", "sad", "6e3b1d0e6d2f4a529e8a2f5d3a4b5c6d", "10.0.0.1",
            ]
            for text in texts {
                for comparison in Comparison.allCases {
                    var query = Query(table: "item", columns: ["v"])
                    query.filters = [Filter(column: "v", comparison, id: text)]
                    let found = await store.answer(query)
                    let expected = comparison == .other ? "1" : ""
                    #expect(found == expected, "\(type) \(comparison) \(text)")
                }
            }
        }
    }

    @Test @SceneActor func keysOfAnyTextAreFoundOrNot() async throws {
        let sql = "CREATE TABLE item (a inet, b date, c boolean, PRIMARY KEY (a, b, c));"
        let rows = "INSERT INTO item VALUES ('10.0.0.1', '2024-02-29', true), ('10.0.0.1', '2024-02-29', false)"
        try await withPostgresStore(sql + rows) { store, _ in
            for (key, expected) in [
                ("10.0.0.1,2024-02-29,1", "10.0.0.1,2024-02-29,1"), ("x,2024-02-29,1", ""),
                ("10.0.0.1,never,1", ""), ("10.0.0.1,2024-02-29,7", ""), ("x", ""),
            ] {
                var query = Query(table: "item", columns: ["b"])
                query.key = key
                #expect(await store.answer(query) == expected, "\(key)")
            }
            let all = await store.answer(Query(table: "item", columns: ["c"]))
            #expect(all == "10.0.0.1,2024-02-29,0,10.0.0.1,2024-02-29,1")
        }
    }

    @Test @SceneActor func sectionsOfTruths() async throws {
        let sql =
            "CREATE TABLE item (id int PRIMARY KEY, v boolean);"
            + " INSERT INTO item VALUES (1, true), (2, false), (3, NULL)"
        try await withPostgresStore(sql) { store, _ in
            var query = Query(table: "item", columns: ["v"])
            query.section = .column("v")
            #expect(await store.answer(query) == "0: 2; 1: 1; ~n: 3")
        }
    }

    /// Swift takes the two spellings of é for one text. PostgreSQL does not.
    @Test @SceneActor func textsThatDifferOnlyInTheirSpellingAreTwo() async throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let rows = "INSERT INTO item VALUES ('\(composed)', 'one'), ('\(decomposed)', 'two')"
        try await withPostgresStore("CREATE TABLE item (id text PRIMARY KEY, v text); \(rows)") { store, database in
            let list = ShownList(Query(table: "item", columns: ["v"]), store)
            var filtered: [ShownList] = []
            for spelling in [composed, decomposed] {
                var query = Query(table: "item", columns: ["v"])
                query.filters = [.equal("id", spelling)]
                filtered.append(ShownList(query, store))
            }
            for round in 0..<2 {
                await list.shows(["one", "two"].map { "\($0)\(round == 0 ? "" : "!")" })
                await filtered[0].shows([round == 0 ? "one" : "one!"])
                await filtered[1].shows([round == 0 ? "two" : "two!"])
                try await database.run("UPDATE item SET v = v || '!'")
            }
            for list in filtered + [list] { list.close() }
        }
    }

    /// A value of a parameter is never read as SQL, whatever other values there are.
    @Test @SceneActor func parametersAreValues() async throws {
        try await withPostgresStore(
            "CREATE TABLE item (id int PRIMARY KEY, v text, w text); INSERT INTO item VALUES (1, 'a', 'b')"
        ) {
            store, _ in
            let sql = "SELECT id FROM item WHERE v = ? AND w = ? -- a comment with ?"
            let attack = Query.sql(sql, columns: ["id"], key: ["id"], parameters: [" OR TRUE OR v = ", "$1"])
            #expect(await store.answer(attack) == "")
            let plain = Query.sql(
                "SELECT id FROM item WHERE v = ?2 AND w = ?1", columns: ["id"], key: ["id"], parameters: ["b", "a"])
            #expect(await store.answer(plain) == "1")
        }
    }
}
