import Changes
import DataSources
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

/// Lists that are sorted, filtered and divided by columns of the rows that they refer to, against SQLite's own joins in
/// another process.
@Suite(.timeLimit(.minutes(5))) struct ReferredListTests {
    @Test(arguments: ReferredTables.Shape.allCases)
    @SceneActor func everyListMatchesAJoin(_ shape: ReferredTables.Shape) async throws {
        var random = SeededGenerator.announced("everyListMatchesAJoin \(shape)")
        let tables = ReferredTables(shape)
        let database = try await blocking { [random] in
            var random = random
            return try Database(tables.schema + (0..<60).map { _ in tables.statement(&random) }.joined())
        }
        let shell = try SQLShell(database.path)
        let store = try await Store(path: database.path)
        let lists = tables.queries(store.schema).map { FollowedList($0.query, oracle: $0.oracle, store) }
        for list in lists { list.display(&random) }
        for round in 0..<60 {
            let statements = (0..<Int.random(in: 1...4, using: &random)).map { _ in tables.statement(&random) }
            if Int.random(in: 0..<4, using: &random) == 0 {
                try await shell.run("BEGIN; \(statements.joined()) COMMIT;")
            } else {
                try await store.transaction { for sql in statements { _ = try? $0.run(sql) } }
            }
            for list in lists {
                await list.settle()
                let selected = try await shell.run(list.oracle).split(separator: "\n").map(SelectedRow.init)
                let ids = selected.chunked.map { $0.map(\.id) }
                try #require(
                    list.ids == (ids.isEmpty && !list.hasSections ? [[]] : ids),
                    "\(list.oracle) round \(round): \(statements)")
                try #require(list.replica == list.ids, "the change sets tell what happened: round \(round)")
                #expect(list.shown == selected[list.places].map(\.values), "\(list.oracle) round \(round)")
            }
        }
        for list in lists { list.close() }
        await store.close()
    }

    @Test @SceneActor func aChangeOfAnotherColumnLeavesTheReferringRowsAlone() async throws {
        let database = try await blocking {
            try Database(
                """
                CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT, plays INTEGER);
                CREATE TABLE c (id INTEGER PRIMARY KEY, ref INTEGER REFERENCES p);
                CREATE INDEX c_ref ON c (ref);
                INSERT INTO p VALUES (1, 'a', 0), (2, 'b', 0);
                INSERT INTO c VALUES (1, 2), (2, 1), (3, 2);
                """)
        }
        let store = try await Store(path: database.path)
        var query = Query(table: "c", columns: ["id"])
        query.sort = ["ref.name"]
        let list = store.open(query)
        var events: [ChangeSet] = []
        let gate = Gate()
        list.onEvent = { event in
            if case .changed(let changes) = event {
                events.append(changes)
                gate.open()
            } else if list.isLoaded {
                gate.open()
            }
        }
        list.display([0..<10])
        await gate.pass()
        #expect(list.rows(ofSection: 0).map(list.id) == ["2", "1", "3"])
        try await store.transaction { _ = try $0.run("UPDATE p SET plays = 1") }
        let changed = Gate()
        list.onEvent = { if case .changed(let changes) = $0 { events.append(changes); changed.open() } }
        try await store.transaction { _ = try $0.run("UPDATE p SET name = 'z' WHERE id = 1") }
        await changed.pass()
        #expect(list.rows(ofSection: 0).map(list.id) == ["1", "3", "2"])
        #expect(events.count == 1)
        list.close()
        await store.close()
    }
}

/// A table `c` whose column `ref` refers to rows of `p`.
struct ReferredTables {
    enum Shape: String, CaseIterable {
        /// The key of `p` is its row id.
        case number
        /// `p` is stored by a text.
        case text
        /// No index finds the rows that refer to one.
        case unindexed
        /// `ref` points to a unique column that is no key.
        case unique
        /// Rows refer to rows of the same table.
        case own
        /// The key has no type, so 1 and 1.0 are equal.
        case untyped
    }

    private let shape: Shape

    init(_ shape: Shape) { self.shape = shape }

    private var parent: String { shape == .own ? "c" : "p" }

    /// Creates the tables.
    var schema: String {
        let columns = "name TEXT COLLATE NOCASE, born INTEGER"
        let index = shape == .unindexed ? "" : "CREATE INDEX c_ref ON c (ref);"
        return switch shape {
        case .number, .unindexed:
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY, \(columns));
            CREATE TABLE c (id INTEGER PRIMARY KEY, title TEXT, ref INTEGER REFERENCES p (id) ON DELETE SET NULL);
            \(index)
            """
        case .text:
            """
            CREATE TABLE p (id TEXT PRIMARY KEY COLLATE NOCASE, \(columns)) WITHOUT ROWID;
            CREATE TABLE c (
                id INTEGER PRIMARY KEY, title TEXT, ref TEXT COLLATE NOCASE REFERENCES p (id) ON DELETE SET NULL
            );
            \(index)
            """
        case .unique:
            """
            CREATE TABLE p (number INTEGER PRIMARY KEY, id INTEGER UNIQUE, \(columns));
            CREATE TABLE c (id INTEGER PRIMARY KEY, title TEXT, ref INTEGER REFERENCES p (id) ON DELETE SET NULL);
            \(index)
            """
        case .own:
            """
            CREATE TABLE c (
                id INTEGER PRIMARY KEY, title TEXT, \(columns), ref INTEGER REFERENCES c (id) ON DELETE SET NULL
            ); \(index)
            """
        case .untyped:
            """
            CREATE TABLE p (id PRIMARY KEY, \(columns));
            CREATE TABLE c (id INTEGER PRIMARY KEY, title TEXT, ref REFERENCES p (id) ON DELETE SET NULL);
            \(index)
            """
        }
    }

    /// A random change of either table.
    func statement(_ random: inout SeededGenerator) -> String {
        let (id, ref) = (Int.random(in: 1...40, using: &random), key(&random))
        let (name, title) = (text(&random), text(&random))
        let born = ["NULL", "1950", "1951", "1952"].randomElement(using: &random) ?? "NULL"
        let some = ["NULL", ref, ref, ref].randomElement(using: &random) ?? ref
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: return "INSERT OR REPLACE INTO c (id, title, ref) VALUES (\(id), '\(title)', \(some));"
        case 2: return "UPDATE c SET ref = \(some) WHERE id = \(id);"
        case 3: return "UPDATE c SET title = '\(title)' WHERE id = \(id);"
        case 4: return "DELETE FROM c WHERE id = \(id);"
        case 5 where shape == .own: return "UPDATE c SET name = '\(name)', born = \(born) WHERE id = \(id);"
        case 5: return "INSERT OR REPLACE INTO p (id, name, born) VALUES (\(ref), '\(name)', \(born));"
        case 6: return "UPDATE \(parent) SET name = '\(name)' WHERE id = \(ref);"
        case 7: return "UPDATE \(parent) SET born = \(born) WHERE id = \(ref);"
        default: return "DELETE FROM \(parent) WHERE id = \(ref);"
        }
    }

    private func key(_ random: inout SeededGenerator) -> String {
        let number = Int.random(in: 1...8, using: &random)
        switch shape {
        case .text: return ["'k\(number)'", "'K\(number)'"].randomElement(using: &random) ?? ""
        case .untyped: return ["\(number)", "\(number).0", "'\(number)'"].randomElement(using: &random) ?? ""
        default: return "\(number)"
        }
    }

    private func text(_ random: inout SeededGenerator) -> String {
        let start = ["", "a", "A", "the same beginning ", "The same beginning "].randomElement(using: &random) ?? ""
        return start + (["", "b", "B", "z"].randomElement(using: &random) ?? "")
    }

    /// A condition on columns of `p`, or on whether there is such a row.
    private static let condition = Expression.any([
        .all([
            .comparison(.column("ref.born"), .greater, .value(.integer(1950))),
            .comparison(.column("ref.name"), .other, .value(.text("ab"))),
        ]),
        .isNull(.column("ref.id")),
    ])

    /// The queries of lists, and the same in SQL.
    func queries(_ schema: Schema) -> [(query: Query, oracle: String)] {
        let label = schema.table(named: "c")?.referredColumn("ref.born")
        func list(
            _ filters: [Filter] = [], _ condition: String = "1", by sort: [SortTerm], _ order: String,
            _ section: SectionTerm? = nil, _ divider: String = "''"
        ) -> (query: Query, oracle: String) {
            var query = Query(table: "c", columns: ["title"])
            query.referred = label.map { [$0] } ?? []
            (query.filters, query.sort, query.section) = (filters, sort, section)
            let values = "c.id || ':' || ifnull(hex(c.title), 'null') || ':' || ifnull(p.born, 'null')"
            return (
                query,
                """
                SELECT typeof(\(divider)) || hex(\(divider)) || char(31) || \(values) FROM c
                LEFT JOIN \(parent) AS p ON p.id = c.ref WHERE \(condition) ORDER BY \(order), c.id;
                """
            )
        }
        let direction = shape == .number ? "ref.born" : "ref.name"
        return [
            list(by: ["ref.name", "title"], "p.name, c.title"),
            list(by: [.descending("ref.born"), .descending("ref.name")], "p.born DESC, p.name DESC"),
            list([Filter(column: "ref.born", .greaterOrEqual, id: "1951")], "p.born >= 1951", by: ["title"], "c.title"),
            list([.contains("ref.name", "b")], "p.name LIKE '%b%'", by: [.descending("title")], "c.title DESC"),
            list(
                [.equal("ref.name", "AB")], "p.name = 'AB'", by: [SortTerm(column: direction)],
                direction.replacing("ref", with: "p")),
            list(
                [.rule(Self.condition)], "(p.born > 1950 AND p.name <> 'ab') OR p.id IS NULL",
                by: ["title"], "c.title"),
            list(
                by: ["title"], "p.name COLLATE BINARY, c.title", .column("ref.name"), "p.name"),
            list(
                [.not("ref.born", nil)], "p.born IS NOT NULL", by: ["ref.name"],
                "upper(substr(ltrim(p.name), 1, 1)) COLLATE BINARY DESC, p.name",
                .initial(of: "ref.name").descending, "upper(substr(ltrim(p.name), 1, 1))"),
        ]
    }
}

extension String {
    fileprivate func replacing(_ start: String, with other: String) -> String {
        hasPrefix(start) ? other + dropFirst(start.count) : self
    }
}
