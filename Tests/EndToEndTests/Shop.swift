import JSON
import TestSupport

/// A database of items and their parts, with random changes.
enum Shop {
    /// 300 items, 600 parts, and a view without a key.
    static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind INTEGER, price REAL, note TEXT);
        CREATE TABLE part (
            item INTEGER REFERENCES item, name TEXT, amount INTEGER, PRIMARY KEY (item, name)) WITHOUT ROWID;
        CREATE VIEW cheap AS SELECT name, price FROM item WHERE price < 20 ORDER BY name;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO item SELECT i, 'item ' || (i * 7 % 300), i % 5, i * 37 % 100, NULL FROM n;
        INSERT INTO part SELECT id, 'a/b', 1 FROM item UNION ALL SELECT id, 'x~y', 2 FROM item;
        """

    /// The name that item 1 gets when all has been written: the last of all in binary order.
    static let end = "龘 end"

    /// A change that marks the end in every list of items sorted by name descending.
    static let endStatement = "UPDATE item SET name = '\(end)' WHERE id = 1"

    private static let words = ["bolt", "nut", "a/b", "x~y", "é", "日本", "", "5", "one, two", "\"q\"", "it''s", "Zoë"]

    static func word(_ random: inout SeededGenerator) -> String {
        (words.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? " \(random.next() % 50)" : "")
    }

    /// A transaction of up to eight changes; some are rolled back.
    static func transaction(_ random: inout SeededGenerator) -> String {
        let statements = (0..<Int.random(in: 1...8, using: &random)).map { _ in statement(&random) }
        let end = Int.random(in: 0..<12, using: &random) == 0 ? "ROLLBACK" : "COMMIT"
        return "\(begin);\n\(statements.joined(separator: ";\n"));\n\(end);"
    }

    /// Begins a transaction of a writer that waits for other writers.
    private static var begin: String {
        TestEngine.choose(
            sqlite: "BEGIN IMMEDIATE", postgres: "BEGIN; LOCK TABLE item, part IN SHARE ROW EXCLUSIVE MODE")
    }

    /// A row's number; the first five items are never deleted.
    static func item(_ random: inout SeededGenerator) -> Int { Int.random(in: 6...600, using: &random) }

    private static func statement(_ random: inout SeededGenerator) -> String {
        let near = "(SELECT id FROM item WHERE id >= \(item(&random)) LIMIT 1)"
        let price = Int.random(in: 0..<100, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        // On PostgreSQL, the sequence may come to an id that a statement chose.
        case ..<14:
            return "INSERT INTO item (name, kind, price) VALUES ('\(word(&random))', \(price % 5), \(price)) "
                + "ON CONFLICT DO NOTHING"
        case ..<30: return "DELETE FROM item WHERE id = \(near)"
        case ..<32:
            return "INSERT INTO item VALUES (\(item(&random)), '\(word(&random))', 1, \(price), NULL) "
                + "ON CONFLICT DO NOTHING"
        case ..<46: return "UPDATE item SET name = '\(word(&random))' WHERE id = \(near)"
        case ..<58: return "UPDATE item SET price = \(price) + 0.5, kind = \(price % 6) WHERE id = \(near)"
        case ..<66:
            return "UPDATE item SET note = CASE WHEN note IS NULL THEN '\(word(&random))' END WHERE id = \(near)"
        case ..<70:
            let id = item(&random)
            return "UPDATE item SET id = \(id) WHERE id = \(near) AND NOT EXISTS (SELECT 1 FROM item WHERE id = \(id))"
        case ..<73: return "UPDATE item SET price = price + 1 WHERE kind = \(price % 5)"
        case ..<85:
            let row = "part VALUES (\(price % 9), '\(word(&random))', \(price))"
            return TestEngine.choose(
                sqlite: "REPLACE INTO \(row)",
                postgres: "INSERT INTO \(row) ON CONFLICT (item, name) DO UPDATE SET amount = excluded.amount")
        case ..<95: return "DELETE FROM part WHERE item = \(price % 9) AND amount > \(price)"
        default:
            let change = "part SET name = '\(word(&random))' WHERE item = \(price % 9)"
            return TestEngine.choose(
                sqlite: "UPDATE OR IGNORE \(change)",
                postgres: "UPDATE \(change) AND (SELECT count(*) FROM part WHERE item = \(price % 9)) = 1")
        }
    }
}

extension Shop {
    /// A random command on the list of items.
    static func command(_ random: inout SeededGenerator) -> (name: String, row: String?, arguments: JSON) {
        let row = String(item(&random))
        let name = JSON.string(word(&random).replacing("''", with: "'"))
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return ("insert", nil, ["name": name, "kind": .int(Int64.random(in: 0..<5, using: &random))])
        case 1: return ("update", row, ["name": name])
        default: return ("delete", row, [:])
        }
    }
}
