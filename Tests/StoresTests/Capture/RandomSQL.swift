/// Statements of all kinds for a schema with all kinds of tables.
enum RandomSQL {
    static let schema = """
        PRAGMA foreign_keys = ON;
        CREATE TABLE t (id INTEGER PRIMARY KEY, u TEXT UNIQUE, n REAL, d DEFAULT 'd');
        CREATE TABLE w (a TEXT, b REAL, u UNIQUE, n INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
        CREATE TABLE k (v AS (u || 'v'), a TEXT, n, u UNIQUE, PRIMARY KEY (a, n));
        CREATE TABLE c (id INTEGER PRIMARY KEY, n REFERENCES t ON DELETE CASCADE ON UPDATE CASCADE, u);
        CREATE TABLE s (u TEXT COLLATE NOCASE UNIQUE, n INTEGER, x TEXT, UNIQUE (n, x COLLATE RTRIM));
        CREATE TABLE e (rowid, n, u UNIQUE);
        CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, u, n);
        CREATE TRIGGER tr AFTER DELETE ON c BEGIN INSERT INTO a (u, n) VALUES (old.u, old.n); END;
        CREATE TRIGGER tw AFTER UPDATE ON w BEGIN UPDATE OR IGNORE t SET n = new.n WHERE id = 1; END;
        """

    /// A statement; it may well be refused.
    static func statement(_ random: inout some RandomNumberGenerator) -> String {
        let table = ["t", "w", "k", "c", "s", "e", "a"].randomElement(using: &random) ?? "t"
        let verb = ["", " OR REPLACE", " OR IGNORE", " OR FAIL"].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: return insertion(table, verb, &random)
        case 5: return "UPDATE\(verb) \(table) SET u = \(value(&random)) WHERE n = \(value(&random))"
        case 6: return "UPDATE\(verb) \(table) SET n = \(value(&random)) WHERE u = \(value(&random))"
        case 7: return "UPDATE\(verb) \(table) SET \(key(table)) = \(value(&random)) WHERE u >= \(value(&random))"
        case 8: return "DELETE FROM \(table) WHERE u > \(value(&random))"
        default:
            return Int.random(in: 0..<8, using: &random) == 0 ? "DELETE FROM \(table)" : "DELETE FROM t WHERE n = 2"
        }
    }

    private static func insertion(_ table: String, _ verb: String, _ random: inout some RandomNumberGenerator) -> String
    {
        let upsert = verb.isEmpty && Bool.random(using: &random) ? " ON CONFLICT DO UPDATE SET n = excluded.n" : ""
        let values = (0..<3).map { _ in value(&random) }
        return "INSERT\(verb) INTO \(table) (\(key(table)), n, u) VALUES (\(values.joined(separator: ", ")))\(upsert)"
            .replacing("(n, n, u) VALUES (\(values[0]), ", with: "(n, u) VALUES (")
    }

    private static func key(_ table: String) -> String {
        switch table {
        case "w", "k": "a"
        case "s": "x"
        case "e": "rowid"
        default: "id"
        }
    }

    private static func value(_ random: inout some RandomNumberGenerator) -> String {
        let values = ["1", "2", "3", "4.0", "5.5", "'a'", "'A'", "'b'", "'b '", "'1'", "x'01'", "NULL"]
        return values.randomElement(using: &random) ?? "0"
    }
}

extension Scratch {
    /// Runs a random transaction with savepoints and refused statements.
    ///
    /// - Returns: Whether it was committed.
    func runTransaction(_ random: inout some RandomNumberGenerator) -> Bool {
        _ = tryRun("BEGIN")
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let isInSavepoint = Int.random(in: 0..<4, using: &random) == 0
            if isInSavepoint { _ = tryRun("SAVEPOINT p") }
            _ = tryRun(RandomSQL.statement(&random))
            if isInSavepoint { _ = tryRun(Bool.random(using: &random) ? "ROLLBACK TO p; RELEASE p" : "RELEASE p") }
        }
        let isCommitted = Int.random(in: 0..<5, using: &random) > 0
        return tryRun(isCommitted ? "COMMIT" : "ROLLBACK") && isCommitted
    }
}
