import Stores
import Tables
import TestSupport

/// A table with groups of a kind, with random queries of totals and random transactions.
struct RandomGroups: Sendable {
    /// How the grouping column and the key are declared.
    enum Shape: String, CaseIterable, Sendable {
        case text = "g TEXT COLLATE NOCASE, k INTEGER PRIMARY KEY"
        case integer = "k INTEGER PRIMARY KEY, g INTEGER"
        case real = "g REAL, k TEXT PRIMARY KEY"
        case any = "g, k INTEGER, PRIMARY KEY (k DESC)"
    }

    let shape: Shape

    var schema: String {
        let declaration = shape.rawValue.split(separator: ", PRIMARY", maxSplits: 1)
        let end = declaration.count == 2 ? ", PRIMARY\(declaration[1])" : ""
        return """
            CREATE TABLE t (\(declaration[0]), i INTEGER, r REAL, x, s TEXT COLLATE NOCASE,
            n INTEGER NOT NULL DEFAULT 0,
              v AS (n * 2)\(end))\(shape == .any ? " WITHOUT ROWID" : "");
            CREATE TRIGGER more AFTER DELETE ON t WHEN OLD.n % 3 = 0 BEGIN UPDATE t SET i = i + 1
            WHERE n = OLD.n + 1; END;
            """
    }

    /// All totals that there are, of all kinds of columns.
    static let totals: [Total] = [
        .count, .count("x"), .sum("i"), .average("i"), .sum("r"), .average("r", as: "mean"), .sum("x", as: "all"),
        .average("x"), .min("x"), .max("s", as: "last"), .max("i"), .min("r"),
    ]

    /// The same in SQLite's form.
    private static let measures = [
        "count(*)", "count(x)", "sum(i)", "avg(i)", "sum(r)", "avg(r)", "sum(x)", "avg(x)", "min(x COLLATE BINARY)",
        "max(s COLLATE BINARY)", "max(i)", "min(r)",
    ]

    /// Some of the totals: all, those of whole and of fractional numbers only, or any.
    private static func places(_ random: inout SeededGenerator) -> [Int] {
        let all = Array(totals.indices)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return all
        case 1:
            return all.filter { ["count", "count(x)", "sum(i)", "avg(i)", "sum(r)", "mean"].contains(totals[$0].name) }
        default: return Array(all.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
        }
    }

    /// A query of some totals, and SQL that selects the same.
    func query(_ random: inout SeededGenerator) -> (query: Query, sql: String) {
        let filters: [([Filter], String)] = [
            ([], ""), ([.range("n", 2...)], "WHERE n >= 2"), ([.equal("s", "a")], "WHERE s IS 'a'"),
            ([.any("x", of: [1, "a", 2.5])], "WHERE x IN (1, 'a', 2.5)"), ([.not("i", "3")], "WHERE i IS NOT '3'"),
            ([.range("n", ..<5), .not("g", nil)], "WHERE n < 5 AND g IS NOT NULL"),
        ]
        let (filter, condition) = filters.randomElement(using: &random) ?? ([], "")
        let others = Array(["s", "x", "i", "n"].shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)))
        let groups = ["g"] + others
        let places = Self.places(&random)
        let (totals, measures) = (places.map { Self.totals[$0] }, places.map { Self.measures[$0] })
        var query = Query.totals(of: "t", by: groups, per: nil, totals, where: filter)
        var order: [String] = []
        for place in totals.indices.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)) {
            query.sort.append(SortTerm(column: totals[place].name, isDescending: .random(using: &random)))
            order.append(
                "\(place + 1 + groups.count) COLLATE BINARY" + (query.sort.last?.isDescending == true ? " DESC" : ""))
        }
        if Bool.random(using: &random) {
            (query.sort, order) = (query.sort + [.descending("g")], order + ["1 COLLATE BINARY DESC"])
        }
        let terms = groups.map { "\($0) COLLATE BINARY" }.joined(separator: ", ")
        let rest = groups.indices.map { "\($0 + 1) COLLATE BINARY" }
        let sql =
            "SELECT \(groups.joined(separator: ", ")), \(measures.joined(separator: ", ")) FROM t \(condition) "
            + "GROUP BY \(terms) ORDER BY \((order + rest).joined(separator: ", "))"
        return (query, sql)
    }

    /// Statements of one transaction.
    func statements(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in statement(&random) }.joined(separator: " ")
    }

    private func statement(_ random: inout SeededGenerator) -> String {
        let number = Int.random(in: 0..<60, using: &random)
        return switch Int.random(in: 0..<7, using: &random) {
        case 0, 1, 2: insertion(number, &random)
        case 3: "DELETE FROM t WHERE k % 23 = \(number % 23);"
        case 4: "UPDATE t SET \(assignment(&random)), \(assignment(&random)) WHERE k = \(number);"
        case 5: "UPDATE t SET \(assignment(&random)) WHERE n = \(number % 8);"
        default: "UPDATE OR REPLACE t SET k = k + 1 WHERE k = \(number);"
        }
    }

    private func insertion(_ number: Int, _ random: inout SeededGenerator) -> String {
        let values = ["g", "i", "r", "x", "s", "n"].map { literal($0, &random) }.joined(separator: ", ")
        return "INSERT OR REPLACE INTO t (k, g, i, r, x, s, n) VALUES (\(number), \(values));"
    }

    private func assignment(_ random: inout SeededGenerator) -> String {
        let column = ["g", "i", "r", "x", "s", "n"].randomElement(using: &random) ?? "n"
        return "\(column) = \(literal(column, &random))"
    }

    private func literal(_ column: String, _ random: inout SeededGenerator) -> String {
        let number = Int.random(in: -3...6, using: &random)
        let all = [
            "NULL", "\(number)", "\(Double(number) / 4)", "'a'", "'A'", "'a '", "'\(number)'", "x'61'", "'1.5e1x'",
            "\(number).0",
            "9e999", "-9e999",
        ]
        let values =
            switch column {
            case "n": ["\(abs(number))"]
            case "i": ["NULL", "\(number)", "\(number)", "\(1 << 40 + number)", "-1099511627776"]
            case "r": ["NULL", "\(number)", "\(Double(number) / 4)", "-0.0"]
            case "s": ["NULL", "'a'", "'A'", "'B'", "'b '", "'ab'", "'a' || char(0)"]
            case "g" where shape == .integer: ["NULL", "\(number)", "\(number % 3)", "'a'", "2.5"]
            case "g" where shape == .real: ["NULL", "\(number % 3)", "0.0", "-0.0", "9223372036854775808"]
            case "g": all + ["-0.0", "9007199254740993", "9007199254740992.0", "9.2233720368547758e18"]
            default: all
            }
        return values.randomElement(using: &random) ?? "NULL"
    }
}
