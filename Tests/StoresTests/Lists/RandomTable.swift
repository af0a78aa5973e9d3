import JSON
import Lists
import Loop
import Stores
import Tables
import TestSupport

/// A table of a kind, with random rows, queries and transactions. Its writes have side effects: a trigger, a conflict
/// clause that evicts other rows, and a child whose rows are deleted with their parents.
struct RandomTable: Sendable {
    /// How its rows are identified.
    enum Shape: String, CaseIterable, Sendable {
        case integerKey, rowID, textKey, keyOfTwo, withoutRowID
    }

    let shape: Shape

    /// The key columns among those that a command names.
    var key: [String] {
        switch shape {
        case .integerKey, .textKey: ["k"]
        case .rowID: ["rowid"]
        case .keyOfTwo, .withoutRowID: ["k", "l"]
        }
    }

    var schema: String {
        let definition =
            switch shape {
            case .integerKey: "k INTEGER PRIMARY KEY, l INTEGER"
            case .rowID: "k INTEGER, l INTEGER"
            case .textKey: "k TEXT PRIMARY KEY, l INTEGER"
            case .keyOfTwo: "k TEXT, l INTEGER"
            case .withoutRowID: "k TEXT, l INTEGER"
            }
        let end =
            switch shape {
            case .integerKey, .rowID, .textKey: ""
            case .keyOfTwo, .withoutRowID: ", PRIMARY KEY (k, l)"
            }
        return """
            PRAGMA journal_mode = WAL;
            CREATE TABLE t (\(definition), a, b TEXT COLLATE NOCASE, c REAL, d TEXT COLLATE RTRIM, n INTEGER DEFAULT 0,
              u INTEGER UNIQUE ON CONFLICT REPLACE\(end))\(shape == .withoutRowID ? " WITHOUT ROWID" : "");
            CREATE TABLE log (n);
            CREATE TRIGGER more AFTER INSERT ON log BEGIN UPDATE t SET n = n + 1, c = -c WHERE n % 3 = NEW.n % 3; END;
            CREATE INDEX t_c ON t (c);

            """
    }

    init(_ shape: Shape) {
        self.shape = shape
    }

    /// Inserts so many rows.
    func rows(_ count: Int, _ random: inout SeededGenerator) -> String {
        (0..<count).map { _ in insert(&random) }.joined()
    }
}

extension RandomTable {
    /// A list of some of the rows in some order.
    func query(_ random: inout SeededGenerator) -> Query {
        var query = Query(table: "t", columns: ["n", "a"])
        for column in ["a", "b", "c", "d", "n", "k"].shuffled(using: &random).prefix(
            Int.random(in: 0...3, using: &random))
        {
            query.sort.append(SortTerm(column: column, isDescending: .random(using: &random)))
        }
        query.section = sections.randomElement(using: &random)?.term
        switch Int.random(in: 0..<4, using: &random) {
        case 0: query.filters = [.range("n", 2...)]
        case 1: query.filters = [.not("b", nil), .range("n", ..<9)]
        case 2: query.search = "a"
        default: break
        }
        return query
    }

    /// The grouping of rows, with its SQL; half of the lists have one section.
    private var sections: [(term: SectionTerm?, sql: String)] {
        [
            (nil, "''"), (nil, "''"), (nil, "''"), (.column("b"), "b COLLATE BINARY"), (.column("n").descending, "n"),
            (.initial(of: "d"), "upper(substr(ltrim(d), 1, 1))"),
        ]
    }

    /// SQL that selects the rows of a list in another process: section, id, and the values on display.
    func oracle(_ query: Query) -> String {
        let id = key.joined(separator: " || ',' || ")
        let section = sections.first { "\($0.term as Any)" == "\(query.section as Any)" }?.sql ?? "''"
        let order =
            [section + (query.section?.isDescending == true ? " DESC" : "")]
            + query.sort.map { $0.column + ($0.isDescending ? " DESC" : "") } + key
        var conditions: [String] = []
        switch query.filters.count {
        case 1: conditions = ["n >= 2"]
        case 2: conditions = ["b IS NOT NULL", "n < 9"]
        default: break
        }
        if query.search != nil {
            let columns = ["b", "d", "a"] + (shape == .integerKey || shape == .rowID ? [] : ["k"])
            conditions = ["(" + columns.map { "\($0) LIKE '%a%'" }.joined(separator: " OR ") + ")"]
        }
        let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        let value =
            "CASE typeof(a) WHEN 'integer' THEN a WHEN 'text' THEN hex(a) WHEN 'blob' THEN hex(a) ELSE typeof(a) END"
        return
            "SELECT typeof(\(section)) || hex(\(section)) || char(31) || \(id) || ':' || n || ':' || \(value) "
            + "FROM t \(condition) ORDER BY \(order.joined(separator: ", "));"
    }
}

extension RandomTable {
    /// One transaction: of ours, which may be refused, or of another process.
    @SceneActor func change(_ store: Store, or shell: SQLShell, _ random: inout SeededGenerator) async throws {
        if Bool.random(using: &random) {
            _ = try? await store.write(commands(&random))
        } else {
            try await shell.run(script(&random))
        }
    }

    /// Commands of one transaction of ours; at times one is refused, and with it all.
    func commands(_ random: inout SeededGenerator) -> [WriteCommand] {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: .insert(table: "t", values: row(&random))
            case 2: .delete(table: "t", id: id(&random))
            case 3: .insert(table: "log", values: ["n": .int(Int64.random(in: 0..<3, using: &random))])
            case 4: .put(table: "t", values: row(&random))
            default: .update(table: "t", id: id(&random), values: changes(&random))
            }
        }
    }

    private func id(_ random: inout SeededGenerator) -> String { id(Int.random(in: 1...60, using: &random)) }

    /// The id of a row.
    func id(_ number: Int) -> String {
        switch shape {
        case .integerKey, .rowID: "\(number)"
        case .textKey: "k\(number)"
        case .keyOfTwo, .withoutRowID: "k\(number % 10),\(number)"
        }
    }

    private func row(_ random: inout SeededGenerator) -> JSONObject {
        var row = changes(&random)
        let number = Int64.random(in: 1...60, using: &random)
        switch shape {
        case .integerKey: row["k"] = .int(number)
        case .rowID: row["k"] = .int(number)
        case .textKey: row["k"] = .string("k\(number)")
        case .keyOfTwo, .withoutRowID:
            row["k"] = .string("k\(number % 10)")
            row["l"] = .int(number)
        }
        return row
    }

    private func changes(_ random: inout SeededGenerator) -> JSONObject {
        let values: [(String, JSON)] = [
            ("b", .string(text(&random))), ("c", .double(Double.random(in: -9...9, using: &random))),
            ("d", .string(text(&random))), ("n", .int(Int64.random(in: 0..<12, using: &random))),
            ("u", .int(Int64.random(in: 0..<90, using: &random))),
        ]
        let chosen = values.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random))
        return JSONObject(chosen.map { ($0.0, $0.1) })
    }

    private func text(_ random: inout SeededGenerator) -> String {
        let start =
            ["", "a", "A", "ab", "a ", "the same beginning ", "The same beginning "].randomElement(using: &random) ?? ""
        return start + (["", "b", "B", " ", "z"].randomElement(using: &random) ?? "")
    }
}

extension RandomTable {
    /// A transaction of another process, in SQL.
    func script(_ random: inout SeededGenerator) -> String {
        let body = (0..<Int.random(in: 1...4, using: &random)).map { _ in statement(&random) }.joined()
        return switch Int.random(in: 0..<6, using: &random) {
        case 0: "BEGIN; \(body) ROLLBACK;"
        case 1: "BEGIN; SAVEPOINT s; \(body) ROLLBACK TO s; \(statement(&random)) COMMIT;"
        default: "BEGIN; \(body) COMMIT;"
        }
    }

    private func statement(_ random: inout SeededGenerator) -> String {
        let number = Int.random(in: 1...60, using: &random)
        return switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: insert(&random)
        case 2: "DELETE FROM t WHERE abs(l) % 17 = \(number % 17);\n"
        case 3: "UPDATE t SET a = \(literal(&random)), n = n + 1 WHERE l % 7 = \(number % 7);\n"
        case 4: "INSERT INTO log VALUES (\(number));\n"
        case 5: "UPDATE OR REPLACE t SET u = u + 1 WHERE n = \(number % 12);\n"
        default:
            "UPDATE t SET b = \(literal(&random)), d = \(literal(&random)), c = \(literal(&random)) "
                + "WHERE l = \(number);\n"
        }
    }

    private func insert(_ random: inout SeededGenerator) -> String {
        let number = Int.random(in: 1...60, using: &random)
        let key =
            switch shape {
            case .integerKey, .rowID: "\(number)"
            case .textKey: "'k\(number)'"
            case .keyOfTwo, .withoutRowID: "'k\(number % 10)'"
            }
        let values = (0..<4).map { _ in literal(&random) }.joined(separator: ", ")
        let last = "\(Int.random(in: 0..<12, using: &random)), \(Int.random(in: 0..<90, using: &random))"
        return "INSERT OR REPLACE INTO t VALUES (\(key), \(number), \(values), \(last));\n"
    }

    private func literal(_ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: "NULL"
        case 1: "\(Int.random(in: -3...3, using: &random))"
        case 2: "\(Double.random(in: -3...3, using: &random))"
        case 3:
            ["9007199254740993", "9007199254740992.0", "9223372036854775807", "9.2233720368547758e18", "-0.0", "1e999"]
                .randomElement(using: &random) ?? "0"
        case 4: "x'61ff00'"
        case 5: "'a' || char(0) || '\(Int.random(in: 0..<3, using: &random))'"
        default: "'\(text(&random))'"
        }
    }
}
