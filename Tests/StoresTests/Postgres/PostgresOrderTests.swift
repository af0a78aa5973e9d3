import DataSources
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

/// The order of lists on PostgreSQL, beside the server's own `ORDER BY`, while rows change.
@Suite(.timeLimit(.minutes(5))) struct PostgresOrderTests {
    /// A type, and SQL for a random value of it.
    struct TypeCase: Sendable, CustomTestStringConvertible {
        let type: String
        let value: String
        var testDescription: String { type }
    }

    static let types = [
        TypeCase(type: "smallint", value: "(random() * 65535 - 32768)::int::smallint"),
        TypeCase(
            type: "bigint",
            value: "(array[-9223372036854775808, -1, 0, 1, 9223372036854775807])[1 + floor(random() * 5)]"),
        TypeCase(type: "boolean", value: "random() < 0.5"),
        TypeCase(
            type: "double precision",
            value: "(array['NaN', '-Infinity', 'Infinity', '0', '-0', '1e-300', '-1e300', random()::text])"
                + "[1 + floor(random() * 8)]::float8"),
        TypeCase(
            type: "real",
            value: "(array['NaN', '-Infinity', '0', '-0', (random() - 0.5)::text])[1 + floor(random() * 5)]::float4"),
        TypeCase(
            type: "numeric",
            value: "(array['NaN', '-Infinity', 'Infinity', '0', '1.0', '1.00', '-1.5', '-15000.25', '15000', "
                + "(random() * 1e8 - 5e7)::text, '0.000123', '-0.00012'])[1 + floor(random() * 12)]::numeric"),
        TypeCase(
            type: "text",
            value: "repeat(chr(97 + floor(random() * 3)::int), floor(random() * 20)::int) || "
                + "(array['', ' ', 'é', 'Z', chr(1), chr(2), '😀'])[1 + floor(random() * 7)]"),
        TypeCase(type: "varchar(30)", value: "(array['a', 'a ', 'A', 'ab', '', 'é'])[1 + floor(random() * 6)]"),
        TypeCase(type: "char(8)", value: "(array['a', 'ab', 'a b', '', 'Z'])[1 + floor(random() * 5)]"),
        TypeCase(type: "uuid", value: "gen_random_uuid()"),
        TypeCase(
            type: "date",
            value:
                "(array['infinity'::date, '-infinity', '0044-03-15 BC', '2024-02-29', current_date])"
                + "[1 + floor(random() * 5)]"
        ),
        TypeCase(type: "timestamp", value: "timestamp '2000-01-01' + (random() - 0.5) * interval '9000 years' * 0.4"),
        TypeCase(
            type: "timestamptz",
            value:
                "(array['infinity'::timestamptz, '-infinity', now(), now() - interval '3 days'])"
                + "[1 + floor(random() * 4)]"
        ),
        TypeCase(type: "time", value: "time '00:00' + random() * interval '24 hours'"),
        TypeCase(type: "mood", value: "(array['sad', 'zen', 'happy'])[1 + floor(random() * 3)]::mood"),
        TypeCase(type: "interval", value: "(random() * 100)::int * interval '1 day'"),
        TypeCase(type: "int[]", value: "array[(random() * 3)::int, (random() * 3)::int]"),
        TypeCase(
            type: "inet", value: "(array['10.0.0.1', '9.0.0.1', '10.0.0.0/8', '::1'])[1 + floor(random() * 4)]::inet"),
        TypeCase(type: "text COLLATE \"de-x-icu\"", value: words),
        TypeCase(type: "varchar COLLATE \"sv-x-icu\"", value: words),
        TypeCase(type: "text COLLATE \"th-x-icu\"", value: plainWords),
        TypeCase(type: "char(90) COLLATE \"und-x-icu\"", value: words),
        TypeCase(type: "text COLLATE \"fr-CA-x-icu\"", value: plainWords),
        TypeCase(type: "text COLLATE digits", value: words),
        TypeCase(type: "text COLLATE loose", value: words),
        TypeCase(type: "word", value: words),
        // PostgreSQL knows no version of this one, so that only the server can compare.
        TypeCase(type: "text COLLATE unnamed", value: words),
    ]

    /// The words without an accent on nothing. By some collations, the server sorts a whole table with such texts
    /// otherwise than it compares two of them.
    private static let plainWords = words.replacing(accentOnNothing, with: "'x'")
    private static let accentOnNothing = "chr(173) || chr(769)"

    /// SQL for one to three words of several languages. Some differ only by accents, case, digits or spaces.
    private static let words = """
        (SELECT string_agg((array['ä', 'a', 'Z', 'z', 'b', 'Ä', 'å', 'ß', 'ss', '10', '9', '', '-', 'co-op', 'coop',
            'เก', 'กา', '日本', 'é', 'e' || chr(769), '😀', 'aaaaaaaaaaaaaaaaaaaaaaaa',
            \(accentOnNothing)])[1 + floor(random() * 23)],
            (array[' ', '', '.'])[1 + floor(random() * 3)])
            FROM generate_series(1, 1 + floor(random() * 3)::int + n * 0))
        """

    @Test(arguments: types)
    @SceneActor func listsHaveTheOrderOfTheServer(_ type: TypeCase) async throws {
        try await follow(type, key: "int PRIMARY KEY", respelled: "id + 1000")
    }

    @Test(arguments: ["text COLLATE \"de-x-icu\" PRIMARY KEY", "char(9) PRIMARY KEY"])
    @SceneActor func aKeyOfTextsIsComparedByItsBytes(_ key: String) async throws {
        let type = TypeCase(
            type: "text COLLATE \"de-x-icu\"", value: "(array['ä', 'a', 'Z', 'Ä'])[1 + floor(random() * 4)]")
        try await follow(type, key: key, respelled: "upper(id)", ofNumber: "'k' || n")
    }

    /// PostgreSQL 15 has databases whose texts are sorted by ICU.
    @Test @SceneActor func textsHaveTheOrderOfTheDatabase() async throws {
        let version = try await blocking { try PostgresCluster.shared.run("SHOW server_version_num", in: "postgres") }
        guard version >= "150000" else { return }
        for locale in ["sv-SE", "en-US-u-kn-true"] {
            let options = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '\(locale)'"
            try await follow(
                TypeCase(type: "text", value: Self.words), key: "text PRIMARY KEY", respelled: "upper(id)",
                ofNumber: "'k' || n", options: options)
        }
    }

    /// Follows lists of a table in both directions, with and without sections, while its rows change.
    @SceneActor private func follow(
        _ type: TypeCase, key: String, respelled: String, ofNumber id: String = "n", options: String = ""
    ) async throws {
        let database = try await blocking {
            try PostgresTestDatabase(
                """
                CREATE COLLATION digits (provider = icu, locale = 'en-u-kn-true');
                CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
                CREATE COLLATION unnamed (provider = icu, locale = '');
                CREATE DOMAIN word AS text COLLATE "cs-x-icu" CHECK (value <> 'x');
                CREATE TYPE mood AS ENUM ('sad', 'happy'); ALTER TYPE mood ADD VALUE 'zen' BEFORE 'happy';
                CREATE TABLE item (id \(key), n int, part int, v \(type.type));
                """, options: options)
        }
        let random = "n, n % 3, CASE WHEN n % 7 > 0 THEN \(type.value) END"
        try await database.run("INSERT INTO item SELECT \(id), \(random) FROM generate_series(1, 300) n")
        let store = try await Store(postgres: database.url)
        var lists: [(order: String, list: FollowedList)] = []
        for (term, section) in [(SortTerm(column: "v"), nil), (.descending("v"), nil), (.descending("v"), "part")] {
            var query = Query(table: "item", columns: ["v"])
            query.sort = [term]
            query.section = section.map { .column($0) }
            let list = FollowedList(query, oracle: "", store)
            var random = SeededGenerator(seed: 7)
            list.display(&random)
            let start = section.map { "\($0), " } ?? ""
            lists.append(("\(start)v\(term.isDescending ? " DESC" : ""), id::text COLLATE \"C\"", list))
        }
        for round in 0..<6 {
            for (order, list) in lists {
                await list.settle()
                #expect(list.basis?.rereads == [], "changed rows alone are read")
                let order = id == "n" ? order.replacing("id::text COLLATE \"C\"", with: "id") : order
                let rows = try await database.run("SELECT part || ' ' || id FROM item ORDER BY \(order)")
                    .split(separator: "\n").map { $0.split(separator: " ") }
                var ids: [String: [String]] = [:]
                for row in rows { ids[list.hasSections ? String(row[0]) : "", default: []].append(String(row[1])) }
                let expected = ids.sorted { $0.key < $1.key }.map(\.value)
                try #require(list.ids == expected, "round \(round) \(order)")
                try #require(list.replica == expected, "the change sets, round \(round) \(order)")
            }
            try await database.run(
                """
                UPDATE item SET v = \(type.value) WHERE n % \(round == 4 ? 1 : 9) = \(round % 4);
                UPDATE item SET part = (part + 1) % 3 WHERE n % 11 = \(round);
                DELETE FROM item WHERE n = \(round * 11 + 3);
                UPDATE item SET id = \(respelled) WHERE n = \(round * 13 + 4);
                INSERT INTO item SELECT \(id), \(random) FROM (SELECT 500 + \(round)) AS new (n);
                """)
        }
        for (_, list) in lists { list.close() }
        await store.close()
    }
}
