import JSON
import TestSupport

/// A table with columns of every affinity and a full-text index, random routes to it, and their SQL.
struct RandomRoute {
    /// How the index is maintained.
    enum Keeping: String, CaseIterable, Sendable {
        case byTriggers, byTriggersAndLogged, byHand, byHandAndLogged

        var isLogged: Bool { self == .byTriggersAndLogged || self == .byHandAndLogged }
        var isByHand: Bool { self == .byHand || self == .byHandAndLogged }
    }

    /// The route's query.
    let query: String
    /// SQL that selects the ids of its rows in another process.
    let sql: String

    /// The index has entries of no row. A hidden row that is deleted leaves the index twice, and an index that counts
    /// less than no row is malformed.
    static func schema(_ keeping: Keeping) -> String {
        """
        PRAGMA journal_mode = WAL;
        CREATE TABLE t (id INTEGER PRIMARY KEY, i INTEGER, r REAL, s TEXT, c TEXT COLLATE NOCASE, a);
        CREATE INDEX t_i ON t (i);
        CREATE VIRTUAL TABLE t_fts USING fts5(s, c, content='t', content_rowid='id');
        \(keeping.isByHand ? "" : triggers)
        WITH RECURSIVE n (i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
          INSERT INTO t_fts (rowid, s, c) SELECT i, 'zzz', 'zzz' FROM n;
        CREATE TABLE hidden (id INTEGER);
        CREATE TRIGGER hide AFTER INSERT ON hidden BEGIN
          INSERT INTO t_fts (t_fts, rowid, s, c) SELECT 'delete', id, s, c FROM t WHERE id = NEW.id; END;

        """
    }

    private static let triggers = """
        CREATE TRIGGER t_in AFTER INSERT ON t BEGIN INSERT INTO t_fts (rowid, s, c) VALUES (NEW.id, NEW.s, NEW.c); END;
        CREATE TRIGGER t_out AFTER DELETE ON t BEGIN
          INSERT INTO t_fts (t_fts, rowid, s, c) VALUES ('delete', OLD.id, OLD.s, OLD.c); END;
        CREATE TRIGGER t_new AFTER UPDATE ON t BEGIN
          INSERT INTO t_fts (t_fts, rowid, s, c) VALUES ('delete', OLD.id, OLD.s, OLD.c);
          INSERT INTO t_fts (rowid, s, c) VALUES (NEW.id, NEW.s, NEW.c); END;
        """

    init(_ random: inout SeededGenerator) {
        var parameters: [String] = []
        var conditions: [String] = []
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let (parameter, condition) = Self.condition(&random)
            parameters.append(parameter)
            conditions.append(condition)
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            let (parameter, condition) = Self.search(&random)
            parameters.append(parameter)
            conditions.append(condition)
        }
        let sorted = ["i", "r", "s", "c", "a", "id"].shuffled(using: &random).prefix(.random(in: 0...3, using: &random))
            .map { ($0, Bool.random(using: &random)) }
        if !sorted.isEmpty { parameters.append("sort=" + sorted.map { ($1 ? "-" : "") + $0 }.joined(separator: ",")) }
        query = parameters.joined(separator: "&")
        let order = (sorted.map { $0 + ($1 ? " DESC" : "") } + ["id"]).joined(separator: ", ")
        let all = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
        sql = "SELECT id FROM t WHERE \(all) ORDER BY \(order);"
    }

    private static func condition(_ random: inout SeededGenerator) -> (String, String) {
        let column = ["i", "r", "s", "c", "a"].randomElement(using: &random) ?? "i"
        let (text, literal) = value(of: column, &random)
        let (another, otherLiteral) = value(of: column, &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return ("\(column).gt=\(text)", "\(column) > \(literal)")
        case 1: return ("\(column).gte=\(text)", "\(column) >= \(literal)")
        case 2: return ("\(column).lt=\(text)", "\(column) < \(literal)")
        case 3: return ("\(column).lte=\(text)", "\(column) <= \(literal)")
        case 4: return ("\(column).not=\(text)", "\(column) IS NOT \(literal)")
        case 5: return ("\(column).in=\(text),\(another)", "\(column) IN (\(literal), \(otherLiteral))")
        case 6: return ("\(column).null", "\(column) IS NULL")
        case 7: return ("\(column).contains=a", "\(column) LIKE '%a%'")
        default: return ("\(column)=\(text)", "\(column) = \(literal)")
        }
    }

    private static func search(_ random: inout SeededGenerator) -> (String, String) {
        let (first, second) = (word(&random), word(&random))
        let (column, filter) = [("", ""), (".s", "s:"), (".c,s", "")].randomElement(using: &random) ?? ("", "")
        return (
            "search\(column)=\(first)%20\(second)",
            "id IN (SELECT rowid FROM t_fts WHERE t_fts MATCH '\(filter)(\(first) AND \(second)*)')"
        )
    }

    /// A value as a route has it, and as SQL.
    private static func value(of column: String, _ random: inout SeededGenerator) -> (String, String) {
        let number = Int.random(in: -3...3, using: &random)
        let word = word(&random)
        let all: [(String, String)] =
            switch column {
            case "i", "r": [("\(number)", "\(number)"), ("~r0.5", "0.5"), ("-1.5", "-1.5"), (word, "'\(word)'")]
            case "s", "c": [(word, "'\(word)'"), ("\(number)", "'\(number)'"), (word.uppercased(), "upper('\(word)')")]
            default: [("~t\(number)", "'\(number)'"), ("~r2.5", "2.5"), ("~x61", "x'61'"), (word, "'\(word)'")]
            }
        return all.randomElement(using: &random) ?? all[0]
    }

    private static func word(_ random: inout SeededGenerator) -> String {
        ["a", "b", "ab", "abc", "ba", "cab"].randomElement(using: &random) ?? "a"
    }
}

extension RandomRoute {
    /// SQL of another process in one transaction.
    static func script(_ keeping: Keeping, _ random: inout SeededGenerator) -> String {
        var body = (0..<Int.random(in: 1...3, using: &random)).map { _ in statement(&random) }.joined()
        if keeping.isByHand, Bool.random(using: &random) { body += "INSERT INTO t_fts (t_fts) VALUES ('rebuild');" }
        return "BEGIN; \(body) \(Int.random(in: 0..<5, using: &random) == 0 ? "ROLLBACK" : "COMMIT");"
    }

    static func statement(_ random: inout SeededGenerator) -> String {
        let id = Int.random(in: 1...50, using: &random)
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: "DELETE FROM t WHERE id % 23 = \(id % 23);\n"
        case 1: "UPDATE t SET s = \(literal(&random)), i = \(literal(&random)) WHERE id % 11 = \(id % 11);\n"
        case 2: "UPDATE t SET a = \(literal(&random)), r = \(literal(&random)) WHERE id = \(id);\n"
        default:
            "INSERT OR IGNORE INTO t VALUES (\(id), "
                + "\((0..<5).map { _ in literal(&random) }.joined(separator: ", ")));\n"
        }
    }

    private static func literal(_ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: "NULL"
        case 1, 2: "\(Int.random(in: -3...3, using: &random))"
        case 3: ["0.5", "-1.5", "2.5", "x'61'"].randomElement(using: &random) ?? "0.5"
        case 4: "'\(word(&random).uppercased())'"
        default: "'\(word(&random)) \(word(&random))'"
        }
    }

    /// A command of ours: its target, and its body. Some change the index alone.
    static func command(_ random: inout SeededGenerator) -> (String, JSON) {
        let id = Int64.random(in: 1...50, using: &random)
        let text = "\(word(&random)) \(word(&random))"
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: ("/t/\(id):delete", [:])
        case 1: ("/t:insert", ["id": .int(id), "s": .string(text), "i": 2])
        case 2: ("/hidden:insert", ["id": .int(id)])
        default: ("/t/\(id):update", ["s": .string(text), "c": .string(word(&random)), "i": 1])
        }
    }
}
