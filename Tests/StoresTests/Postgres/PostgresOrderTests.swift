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
        TypeCase(
            type: "text COLLATE \"de-x-icu\"",
            value: "(array['ä', 'a', 'Z', 'z', 'b', 'Ä'])[1 + floor(random() * 6)]"),
    ]

    @Test(arguments: types)
    @SceneActor func listsHaveTheOrderOfTheServer(_ type: TypeCase) async throws {
        let database = try await blocking {
            try PostgresTestDatabase(
                """
                CREATE TYPE mood AS ENUM ('sad', 'happy'); ALTER TYPE mood ADD VALUE 'zen' BEFORE 'happy';
                CREATE TABLE item (id int PRIMARY KEY, v \(type.type));
                """)
        }
        try await database.run(
            "INSERT INTO item SELECT n, CASE WHEN n % 7 > 0 THEN \(type.value) END FROM generate_series(1, 200) n")
        let store = try await Store(postgres: database.url)
        var lists: [(SortTerm, FollowedList)] = []
        for term in [SortTerm(column: "v"), .descending("v")] {
            var query = Query(table: "item", columns: ["v"])
            query.sort = [term]
            let list = FollowedList(query, oracle: "", store)
            var random = SeededGenerator(seed: 7)
            list.display(&random)
            lists.append((term, list))
        }
        for round in 0..<6 {
            for (term, list) in lists {
                await list.settle()
                let direction = term.isDescending ? "DESC" : ""
                let ids = try await database.run("SELECT id FROM item ORDER BY v \(direction), id")
                    .split(separator: "\n").map(String.init)
                try #require(list.ids == [ids], "round \(round) \(direction)")
                try #require(list.replica == [ids], "the change sets, round \(round) \(direction)")
            }
            try await database.run(
                """
                UPDATE item SET v = \(type.value) WHERE id % 9 = \(round);
                DELETE FROM item WHERE id = \(round * 11 + 3);
                UPDATE item SET id = id + 1000 WHERE id = \(round * 13 + 4);
                INSERT INTO item SELECT 500 + \(round), \(type.value);
                """)
        }
        for (_, list) in lists { list.close() }
        await store.close()
    }
}
