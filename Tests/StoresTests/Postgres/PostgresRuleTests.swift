import Changes
import DataSources
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

/// Conditions of rules on PostgreSQL.
@Suite(.timeLimit(.minutes(5))) struct PostgresRuleTests {
    private static let texts: [String?] = ["a", "B", "ab", "a_b", "A%b", "\\", "7", "", nil]
    private static let numbers: [Int?] = [-3, 0, 1, 7, 7_000_000_000, nil]

    /// SQL for rows with all pairs of values, of two texts and two numbers.
    private static func rows() -> String {
        var random = SeededGenerator(seed: 3)
        let rows = (1...60).map { id in
            let texts = (0..<2).map { _ in
                (Self.texts.randomElement(using: &random) ?? nil).map { "'\($0)'" } ?? "NULL"
            }
            let numbers = (0..<2).map { _ in
                (Self.numbers.randomElement(using: &random) ?? nil).map { "\($0)" } ?? "NULL"
            }
            return "(\(id), \((texts + numbers).joined(separator: ", ")))"
        }
        return "INSERT INTO item VALUES \(rows.joined(separator: ", "));"
    }

    /// Rules select the same rows as on SQLite. Constants are such as the columns can have.
    @Test @SceneActor func rulesMeanTheSameAsOnSQLite() async throws {
        var random = SeededGenerator.announced("rulesMeanTheSameAsOnSQLite")
        let file = try await blocking {
            try Database("CREATE TABLE item (id INTEGER PRIMARY KEY, s TEXT, t TEXT, n INT, m INT);" + Self.rows())
        }
        let database = try await blocking {
            try PostgresTestDatabase(
                "CREATE TABLE item (id int PRIMARY KEY, s text, t varchar(9), n bigint, m bigint);" + Self.rows())
        }
        let (sqlite, postgres) = (try await Store(path: file.path), try await Store(postgres: database.url))
        var found: Set<String> = []
        for _ in 0..<300 {
            let rule = Self.condition(3, &random)
            var query = Query(table: "item", columns: ["n"])
            query.rights = QueryRights()
            query.rights?.rows = rule
            let expected = await sqlite.answer(query)
            #expect(await postgres.answer(query) == expected, "\(rule.sql(of: "item"))")
            found.insert(expected)
        }
        #expect(found.count > 30)
        await sqlite.close()
        await postgres.close()
    }

    private static func condition(_ depth: Int, _ random: inout SeededGenerator) -> Expression {
        let parts = { (random: inout SeededGenerator) in
            (0..<Int.random(in: 0...3, using: &random)).map { _ in condition(depth - 1, &random) }
        }
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: return .isNull(value(isText: .random(using: &random), &random))
        case 1, 2:
            let isText = Bool.random(using: &random)
            let set = (0..<Int.random(in: 0...3, using: &random)).map { _ in constant(isText: isText, &random) }
            return .isIn(value(isText: isText, &random), .set(set))
        case 3, 4:
            let isText = Bool.random(using: &random)
            let signs = Expression.Comparison.allCases.filter { isText || $0 != .like }
            let sign = signs.randomElement(using: &random) ?? .equal
            return .comparison(value(isText: isText, &random), sign, value(isText: isText, &random))
        case 5: return .not(condition(depth - 1, &random))
        case 6: return .all(parts(&random))
        default: return .any(parts(&random))
        }
    }

    private static func value(isText: Bool, _ random: inout SeededGenerator) -> Expression {
        switch Int.random(in: 0..<(isText ? 5 : 4), using: &random) {
        case 0, 1, 2: .column((isText ? ["s", "t"] : ["n", "m"]).randomElement(using: &random) ?? "s")
        case 3: .value(constant(isText: isText, &random))
        default: .lower(value(isText: true, &random))
        }
    }

    private static func constant(isText: Bool, _ random: inout SeededGenerator) -> SQLValue {
        if isText { return (texts.randomElement(using: &random) ?? nil).map { .text($0) } ?? .null }
        let number = numbers.randomElement(using: &random) ?? nil
        return number.map { .integer(Int64($0)) } ?? .null
    }

    /// A rule is no error, whatever its column's type, and what cannot be compared hides the row, even negated.
    @Test(arguments: PostgresQueryTests.types)
    @SceneActor func rulesOfAnyTypeAreAnswered(_ type: String) async throws {
        let database = try await blocking {
            try PostgresTestDatabase(
                "CREATE TYPE mood AS ENUM ('sad'); CREATE TABLE item (id int PRIMARY KEY, v \(type), w \(type), t text);"
                    + "INSERT INTO item VALUES (1, NULL, NULL, NULL);")
        }
        let store = try await Store(postgres: database.url)
        let constants: [SQLValue] = [
            .null, .integer(1), .integer(.max), .real(1.5), .real(.infinity), .text("sad"), .text("'"), .text("1e400"),
            .text("2024-02-29"), .text("a\u{0}"), .blob(Blob([0])),
        ]
        let values: [Expression] =
            constants.map { .value($0) } + [
                .column("w"), .column("t"), .lower(.column("v")), .now(), .today(), .now(seconds: -7_200),
                .today(days: 3),
            ]
        for value in values {
            for sign in Expression.Comparison.allCases {
                for (left, right) in [(Expression.column("v"), value), (value, .column("v"))] {
                    for rule in [
                        Expression.comparison(left, sign, right), .not(.comparison(left, sign, right)),
                        .isIn(.column("v"), .set(constants)), .not(.isIn(.column("v"), .set(constants))),
                    ] {
                        var query = Query(table: "item", columns: ["v"])
                        query.rights = QueryRights()
                        query.rights?.rows = rule
                        #expect(await store.answer(query) == "", "\(type): \(rule)")
                    }
                }
            }
        }
        await store.close()
    }

    /// A rule compares as the type does, and a text in digits is a number. Each rule selects the row, and its negation
    /// does not.
    @Test @SceneActor func rulesCompareByType() async throws {
        let database = try await blocking {
            try PostgresTestDatabase(
                """
                CREATE TYPE mood AS ENUM ('sad', 'happy');
                CREATE TABLE item (id int PRIMARY KEY, i int, l bigint, n numeric, b boolean, d date,
                    z timestamptz, m mood, u uuid, r real, c char(4));
                INSERT INTO item VALUES (1, 7, 7, 1.5, true, '2024-02-29', '2024-02-29 12:00Z', 'happy',
                    '6E3B1D0E-6d2f-4a52-9e8a-2f5d3a4b5c6d', 1.5, 'ab');
                """)
        }
        let store = try await Store(postgres: database.url)
        let compared: [(String, Expression.Comparison, SQLValue)] = [
            ("i", .equal, .text("7")), ("i", .less, .real(7.5)), ("i", .less, .integer(7_000_000_000)),
            ("n", .equal, .text("1.50")), ("n", .greater, .integer(1)), ("b", .equal, .integer(1)),
            ("d", .greater, .text("2024-01-31")), ("z", .equal, .text("2024-02-29 13:00:00+01")),
            ("m", .greater, .text("sad")), ("u", .equal, .text("6e3b1d0e-6d2f-4a52-9e8a-2f5d3a4b5c6d")),
            ("r", .equal, .real(1.5)), ("c", .like, .text("A_")), ("d", .like, .text("2024%")),
        ]
        let others: [Expression] = [
            .comparison(.column("i"), .equal, .column("l")), .comparison(.column("n"), .equal, .column("r")),
            .comparison(.column("d"), .lessOrEqual, .column("z")), .comparison(.column("z"), .less, .now()),
            .comparison(.today(), .greater, .column("d")), .isIn(.column("i"), .set([.text("x"), .text("7")])),
        ]
        for rule in compared.map({ Expression.comparison(.column($0), $1, .value($2)) }) + others {
            var query = Query(table: "item", columns: ["i"])
            query.rights = QueryRights()
            query.rights?.rows = rule
            #expect(await store.answer(query) == "1", "\(rule)")
            query.rights?.rows = .not(rule)
            #expect(await store.answer(query) == "", "\(rule)")
        }
        await store.close()
    }
}
