import Changes
import DataSources
import JSON
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

/// Values of unusual types and unusual values of usual types: compared, found, divided into sections and written.
@Suite(.timeLimit(.minutes(5))) struct PostgresValueTests {
    /// A type, and texts of values as the server prints them.
    struct Values: Sendable, CustomTestStringConvertible {
        let type: String
        let texts: [String]
        var testDescription: String { type }
    }

    static let compared = [
        Values(
            type: "interval",
            texts: ["1 day", "2 days", "10 days", "1 mon", "-1 days", "04:05:06.7", "1 year 2 mons", "100:00:00"]),
        Values(
            type: "inet",
            texts: ["10.0.0.9", "10.0.0.10", "9.0.0.1", "10.0.0.0/8", "::1", "fe80::1/64", "2001:db8::ff00:42:8329"]),
        Values(type: "cidr", texts: ["10.0.0.0/8", "9.0.0.0/24", "10.1.0.0/16", "2001:db8::/32", "192.168.1.1/32"]),
        Values(type: "time", texts: ["09:00:00", "10:30:00", "23:59:59.999999", "00:00:00", "24:00:00"]),
        Values(
            type: "numeric", texts: ["NaN", "Infinity", "-Infinity", "0", "-1.50", "10", "9", "123456789012345678901"]),
        Values(type: "double precision", texts: ["NaN", "Infinity", "-Infinity", "0", "-1.5", "10", "9"]),
        Values(type: "real", texts: ["NaN", "Infinity", "-Infinity", "0", "-1.5", "10"]),
        Values(
            type: "date",
            texts: [
                "0044-03-15 BC", "2024-02-29", "99999-12-31", "infinity", "-infinity", "0001-01-01", "4713-02-28 BC",
            ]),
        Values(
            type: "timestamp",
            texts: ["0044-03-15 12:00:00 BC", "2024-02-29 00:00:00", "12024-02-29 10:00:00", "infinity", "-infinity"]),
        Values(type: "money", texts: ["5.00", "10.00", "-7.00", "1234.50", "$6.00", "-$1,234.50"]),
    ]

    static let refused = [
        Values(
            type: "interval", texts: ["1 day 2 days", "1 mon 2 months", "1 hour 04:05:06", "1 day x", "9999999 days"]),
        Values(type: "inet", texts: ["fe80::1/064", "::/00", "10.0.0.1/33", "10.0.0", "10.0.0.1/8/8", ":::"]),
        Values(type: "cidr", texts: ["10.0.0.1/8", "::1/64"]),
        Values(type: "time", texts: ["25:00", "24:00:01", "12:60", "1:2:3", "12:30:00.1234567"]),
        Values(type: "real", texts: ["1e99", "1e-99", "nan", "inf", "1e"]),
        Values(type: "double precision", texts: ["1e400", "1" + String(repeating: "0", count: 400)]),
        Values(type: "timestamp", texts: ["2024-01-01 10:00+1:400", "2024-01-01 10:00:00+::1400", "2024-02-30 10:00"]),
        Values(type: "date", texts: ["4714-01-01 BC", "5874898-01-01", "0000-01-01", "2023-02-29", "2024-1-1"]),
        Values(type: "money", texts: ["five", "1.234", "$", "1,2.3.4"]),
    ]

    /// A text that is no value of a type finds nothing, and is no error.
    @Test(arguments: refused) @SceneActor func textsThatAreNoValuesFindNothing(_ values: Values) async throws {
        let sql = "CREATE TABLE item (id int PRIMARY KEY, v \(values.type)); INSERT INTO item VALUES (1, NULL)"
        try await withPostgresStore(sql) { store, _ in
            for text in values.texts {
                for comparison in [Comparison.equal, .greater, .lessOrEqual] {
                    var query = Query(table: "item", columns: ["v"])
                    query.filters = [Filter(column: "v", comparison, id: text)]
                    #expect(await store.answer(query) == "", "\(values.type) \(comparison) \(text)")
                }
            }
        }
    }

    @Test(arguments: compared) @SceneActor func filtersCompareAsTheServerDoes(_ values: Values) async throws {
        let rows = values.texts.enumerated().map { "(\($0 + 1), '\($1)')" }.joined(separator: ", ")
        let sql = "CREATE TABLE item (id int PRIMARY KEY, v \(values.type)); INSERT INTO item VALUES \(rows)"
        try await withPostgresStore(sql) { store, database in
            let signs: [(Comparison, String)] = [
                (.equal, "="), (.other, "<>"), (.greater, ">"), (.greaterOrEqual, ">="), (.less, "<"),
                (.lessOrEqual, "<="),
            ]
            for text in values.texts {
                for (comparison, sign) in signs {
                    var query = Query(table: "item", columns: ["v"])
                    query.filters = [Filter(column: "v", comparison, id: text)]
                    let expected = try await database.run(
                        "SELECT string_agg(id::text, ',' ORDER BY id) FROM item WHERE v \(sign) '\(text)'")
                    #expect(
                        await store.answer(query) == expected.filter { $0 != "\n" }, "\(values.type) \(sign) \(text)")
                }
            }
        }
    }

    static let keys = [
        Values(type: "numeric", texts: ["NaN", "Infinity", "-Infinity", "1.50"]),
        Values(type: "double precision", texts: ["NaN", "Infinity", "-Infinity", "1.5"]),
        Values(type: "date", texts: ["0044-03-15 BC", "12024-02-29", "infinity"]),
        Values(type: "timestamptz", texts: ["0044-03-15 12:00:00+00 BC", "2024-02-29 00:00:00+00"]),
        Values(type: "pair", texts: ["(b,)", "(,)", "(a,2)"]),
        Values(type: "mood_domain", texts: ["sad", "so so"]),
    ]

    @Test(arguments: keys) @SceneActor func rowsAreFoundByUnusualKeys(_ values: Values) async throws {
        let rows = values.texts.enumerated().map { "('\($1)', \($0 + 1))" }.joined(separator: ", ")
        let sql = """
            CREATE TYPE pair AS (a text, b int); CREATE TYPE mood AS ENUM ('sad', 'so so');
            CREATE DOMAIN mood_domain AS mood;
            CREATE TABLE item (k \(values.type) PRIMARY KEY, n int); INSERT INTO item VALUES \(rows)
            """
        try await withPostgresStore(sql) { store, database in
            let list = ShownList(Query(table: "item", columns: ["n"]), store)
            let numbers = (1...values.texts.count).map(String.init)
            await list.shows(numbers)
            for row in list.rows {
                let id = String(row.prefix(upTo: row.lastIndex(of: "|") ?? row.endIndex))
                var query = Query(table: "item", columns: ["n"])
                query.key = id
                #expect(await store.answer(query) == id)
                try await store.write([.update(table: "item", id: id, values: ["n": 9])])
            }
            #expect(try await database.run("SELECT count(*) FROM item WHERE n = 9") == "\(values.texts.count)\n")
            await list.shows(values.texts.map { _ in "9" })
            list.close()
        }
    }

    @Test(arguments: ["real", "double precision", "numeric", "numeric(8,2)", "amount"])
    @SceneActor func sectionsOfNumbersAreInTheirOrder(_ type: String) async throws {
        let sql = """
            CREATE DOMAIN amount AS numeric; CREATE TABLE item (id int PRIMARY KEY, v \(type));
            INSERT INTO item VALUES (33, 10.00);
            INSERT INTO item SELECT g, (g % 7) * 1.5 FROM generate_series(1, 28) g;
            INSERT INTO item VALUES (29, 'NaN'), (30, -2), (31, 10), (32, NULL)
            """
        try await withPostgresStore(sql) { store, database in
            for isDescending in [false, true] {
                var query = Query(table: "item", columns: ["v"])
                query.section = isDescending ? .column("v").descending : .column("v")
                let found = await store.answer(query).split(separator: "; ").map { $0.split(separator: ": ") }
                let expected = try await database.run(
                    """
                    SELECT string_agg(id::text, ',' ORDER BY id) FROM item GROUP BY v
                    ORDER BY v \(isDescending ? "DESC" : "")
                    """
                ).split(separator: "\n")
                #expect(found.map { $0[1] } == expected)
                let three: Substring =
                    type == "numeric(8,2)" ? "3.00" : ["numeric", "amount"].contains(type) ? "~t3" : "3"
                #expect(found.first { $0[0] == three }?[1] == "2,9,16,23", "\(found)")
            }
        }
    }

    @Test @SceneActor func sectionsOfAnEnumerationAreInItsOrder() async throws {
        let sql = """
            CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy'); CREATE TABLE item (id int PRIMARY KEY, v mood);
            INSERT INTO item VALUES (1, 'happy'), (2, 'sad'), (3, 'ok'), (4, 'sad'), (5, NULL)
            """
        try await withPostgresStore(sql) { store, database in
            var query = Query(table: "item", columns: ["v"])
            query.section = .column("v")
            #expect(await store.answer(query) == "sad: 2,4; ok: 3; happy: 1; ~n: 5")
            let list = ShownList(query, store)
            await list.shows(["NULL", "happy", "ok", "sad", "sad"])
            try await database.run("UPDATE item SET v = 'ok' WHERE id = 4")
            for _ in 0..<300 where await store.answer(query) != "sad: 2; ok: 3,4; happy: 1; ~n: 5" {
                await EventLoop.shared.pause(.milliseconds(20))
            }
            #expect(await store.answer(query) == "sad: 2; ok: 3,4; happy: 1; ~n: 5")
            list.close()
        }
    }

    /// The server searches no text in a column whose collation takes different texts for equal.
    @Test @SceneActor func textsOfALooseCollationAreSearched() async throws {
        let sql = """
            CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
            CREATE TABLE item (id int PRIMARY KEY, a text COLLATE ci, b text);
            INSERT INTO item VALUES (1, 'Apfel', 'x'), (2, 'Birne', 'Apfelmus')
            """
        try await withPostgresStore(sql) { store, _ in
            var query = Query(table: "item", columns: ["a"])
            query.search = "apfel"
            #expect(await store.answer(query) == "1,2")
            query.search = nil
            query.filters = [Filter(column: "a", .contains, id: "PFE")]
            #expect(await store.answer(query) == "1")
            query.filters = [Filter(column: "a", .starts, id: "bir")]
            #expect(await store.answer(query) == "2")
        }
    }

    @Test @SceneActor func aDomainOverAnEnumerationIsCompared() async throws {
        let sql = """
            CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN state AS mood;
            CREATE TABLE item (id int PRIMARY KEY, v state); INSERT INTO item VALUES (1, 'ok'), (2, 'sad'), (3, NULL)
            """
        try await withPostgresStore(sql) { store, _ in
            for (comparison, text, expected) in [
                (Comparison.equal, "ok", "1"), (.greater, "sad", "1"), (.other, "ok", "2,3"), (.equal, "none", ""),
            ] {
                var query = Query(table: "item", columns: ["v"])
                query.filters = [Filter(column: "v", comparison, id: text)]
                #expect(await store.answer(query) == expected, "\(comparison) \(text)")
            }
        }
    }

    /// A time and an address are printed in a list, whose texts are cut, as elsewhere.
    @Test @SceneActor func shortValuesArePrintedAlikeEverywhere() async throws {
        let sql = """
            CREATE TABLE item (id int PRIMARY KEY, at timestamptz, ip inet, note text);
            INSERT INTO item VALUES (1, '2020-01-02 13:00:00+00', '10.0.0.1', repeat('x', 300))
            """
        try await withPostgresStore(sql) { store, _ in
            var query = Query(table: "item", columns: ["at", "ip", "note"])
            query.textLimit = 5
            let list = ShownList(query, store)
            await list.shows(["2020-01-02 13:00:00Z|10.0.0.1|xxxxx…"])
            list.close()
        }
    }

    @Test @SceneActor func aTriggerMayFillARequiredColumn() async throws {
        let sql = """
            CREATE TABLE item (id int PRIMARY KEY, words text NOT NULL, other text NOT NULL);
            CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.words := 'filled'; RETURN NEW; END $$;
            CREATE TRIGGER fill BEFORE INSERT ON item FOR EACH ROW EXECUTE FUNCTION fill()
            """
        try await withPostgresStore(sql) { store, database in
            try await store.write([.insert(table: "item", values: ["id": 1, "other": "x"])])
            #expect(try await database.run("SELECT words FROM item") == "filled\n")
            let fault = "A value is required."
            await #expect(throws: CommandError.invalid(message: fault, fields: ["other": fault])) {
                try await store.write([.insert(table: "item", values: ["id": 2])])
            }
        }
    }

    @Test @SceneActor func theCheckOfADomainNamesTheField() async throws {
        let sql = """
            CREATE DOMAIN posint AS int CHECK (value > 0); CREATE TABLE item (id int PRIMARY KEY, n posint, m int)
            """
        try await withPostgresStore(sql) { store, _ in
            do throws(CommandError) {
                try await store.write([.insert(table: "item", values: ["id": 1, "n": 0, "m": 0])])
                Issue.record("The value was accepted.")
            } catch {
                guard case .invalid(_, let fields) = error else { return #expect(Bool(false), "\(error)") }
                #expect(Array(fields.keys) == ["n"], "\(fields)")
                #expect(fields["n"]?.contains("posint") == true, "\(fields)")
            }
        }
    }
}
