import DataSources
import JSON
import Lists
import Loop
import SQLiteEngine
import Stores
import Tables
import TestSupport
import Testing

/// Many lists that differ in the value of a condition, of which a commit concerns few.
@Suite(.timeLimit(.minutes(5))) struct SelectedListTests {
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [RandomTable.Shape.integerKey, .textKey, .withoutRowID], [false, true])
    @SceneActor func everySelectionMatchesSQLite(_ shape: RandomTable.Shape, _ isLogged: Bool) async throws {
        var random = SeededGenerator.announced("everySelectionMatchesSQLite \(shape) \(isLogged)")
        let table = RandomTable(shape)
        let rows = table.rows(40, &random)
        let database = try await blocking { try Database(table.schema + rows) }
        if isLogged { _ = try LogFile(path: database.path).attach() }
        let shell = try SQLShell(database.path)
        let store = try await Store(path: database.path)
        var lists = (0..<40).map { _ in open(table, in: store, &random) }
        for round in 0..<40 {
            try await table.change(store, or: shell, &random)
            if round % 13 == 12 { try await shell.run("CREATE TABLE other\(round) (x);") }
            for list in lists { try await list.check("round \(round)", by: shell) }
            for list in lists where Int.random(in: 0..<9, using: &random) == 0 { list.display(&random) }
            let place = Int.random(in: 0..<lists.count, using: &random)
            lists[place].close()
            lists[place] = open(table, in: store, &random)
        }
        for list in lists { list.close() }
        await store.close()
    }

    @Test @SceneActor func listsThatACommitDoesNotConcernAreNotTold() async throws {
        let sql = """
            PRAGMA journal_mode = WAL;
            CREATE TABLE ticket (id INTEGER PRIMARY KEY, owner INTEGER, title TEXT);
            CREATE TABLE note (id INTEGER PRIMARY KEY);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
            INSERT INTO ticket SELECT i, i % 20, 'x' FROM n;
            """
        let database = try await blocking { try Database(sql) }
        let store = try await Store(path: database.path)
        let lists = (0..<20).map { owner in
            var query = Query(table: "ticket", columns: ["title"])
            query.rights = QueryRights()
            query.rights?.rows = .comparison(.column("owner"), .equal, .value(.integer(Int64(owner))))
            return ToldList(store.open(query))
        }
        for list in lists { await list.wait { list.list.isLoaded && list.list.checkIsCurrent() } }
        for list in lists { list.events = 0 }
        try await store.write(.update(table: "ticket", id: "3", values: ["owner": 4]))
        await lists[3].wait { lists[3].list.count == 9 }
        await lists[4].wait { lists[4].list.count == 11 }
        try await store.write(.insert(table: "note", values: ["id": 1]))
        try await store.write(.insert(table: "ticket", values: ["id": 500, "owner": 7]))
        await lists[7].wait { lists[7].list.count == 11 }
        #expect(lists.indices.filter { lists[$0].events > 0 } == [3, 4, 7])
        for list in lists {
            await list.wait { list.list.checkIsCurrent() }
            #expect(list.list.readAt != nil)
            list.list.close()
        }
        await store.close()
    }

    @Test @SceneActor func aListThatIsAskedDuringItsEventIsToldOfTheNextReading() async throws {
        let sql = """
            PRAGMA journal_mode = WAL;
            CREATE TABLE ticket (id INTEGER PRIMARY KEY);
            CREATE TABLE note (id INTEGER PRIMARY KEY);
            """
        let database = try await blocking { try Database(sql) }
        let writer = try Scratch(database.path)
        let store = try await Store(path: database.path)
        let list = store.open(Query(table: "ticket", columns: ["id"]))
        let gate = Gate()
        var answers: [Bool] = []
        list.onEvent = { _ in
            if answers.isEmpty { try? writer.run("INSERT INTO note VALUES (1)") }
            answers.append(list.checkIsCurrent())
            if answers.last == true { gate.open() }
        }
        list.display([0..<5])
        await gate.pass()
        #expect(answers.first == false)
        list.close()
        await store.close()
    }

    @SceneActor private func open(
        _ table: RandomTable, in store: Store, _ random: inout SeededGenerator
    ) -> FollowedList {
        let selection = table.selection(&random)
        let list = FollowedList(selection.query, oracle: selection.oracle, store)
        list.display(&random)
        return list
    }
}

/// A list that counts its events.
@SceneActor private final class ToldList {
    let list: LiveList
    var events = 0
    private var next: CheckedContinuation<Void, Never>?

    init(_ list: LiveList) {
        self.list = list
        list.onEvent = { [weak self] _ in self?.receive() }
        list.display([0..<50])
    }

    private func receive() {
        events += 1
        next?.resume()
        next = nil
    }

    func wait(until condition: () -> Bool) async {
        while !condition() { await withCheckedContinuation { next = $0 } }
    }
}

extension FollowedList {
    /// Expects the list to show what SQLite selects, and its change sets to tell what happened.
    fileprivate func check(_ when: String, by shell: SQLShell) async throws {
        await settle()
        let expected = try await shell.run(oracle).split(separator: "\n").map(String.init)
        let ids = expected.map { String($0[..<($0.firstIndex(of: ":") ?? $0.startIndex)]) }
        try #require(self.ids == [ids], "\(oracle) \(when)")
        try #require(replica == [ids], "the change sets of \(oracle), \(when)")
        #expect(shown == Array(expected[places]), "\(oracle) \(when)")
    }
}

extension RandomTable {
    /// A list of the rows that meet a condition with a value, and SQL that prints the same rows.
    fileprivate func selection(_ random: inout SeededGenerator) -> (query: Query, oracle: String) {
        var query = Query(table: "t", columns: ["n", "a"])
        let order = ["c", "d", "n"].shuffled(using: &random).prefix(Int.random(in: 0...1, using: &random))
        query.sort = order.map { SortTerm(column: $0) }
        var conditions = [condition(&query, &random)]
        if Bool.random(using: &random) { conditions.append(condition(&query, &random)) }
        let id = key.joined(separator: " || ',' || ")
        let value =
            "CASE typeof(a) WHEN 'integer' THEN a WHEN 'text' THEN hex(a) WHEN 'blob' THEN hex(a) ELSE typeof(a) END"
        let oracle =
            "SELECT \(id) || ':' || n || ':' || \(value) FROM t WHERE \(conditions.joined(separator: " AND ")) "
            + "ORDER BY \((order + key).joined(separator: ", "));"
        return (query, oracle)
    }

    /// Adds a condition to a query. Returns it as SQL.
    private func condition(_ query: inout Query, _ random: inout SeededGenerator) -> String {
        let number = Int64.random(in: 0..<12, using: &random)
        let text = ["", "a", "A", "ab", "a ", "aB ", "1", "the same beginning b"].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<9, using: &random) {
        case 0:
            query.filters.append(Filter(column: "n", value: .integer(number)))
            return "n = \(number)"
        case 1:
            query.filters.append(.any("n", of: [number, 3]))
            return "n IN (\(number), 3)"
        case 2:
            let column = ["b", "d"].randomElement(using: &random) ?? "b"
            query.filters.append(Filter(column: column, value: .text(text)))
            return "\(column) = '\(text)'"
        case 3:
            query.filters.append(.equal("a", nil))
            return "a IS NULL"
        case 4:
            let spelled =
                ["\(number)", "\(number).0", " \(number)", "\(number)e0", "x"].randomElement(using: &random) ?? ""
            let column = ["n", "c", "a", "d"].randomElement(using: &random) ?? "n"
            query.filters.append(Filter(column: column, value: .text(spelled)))
            return "\(column) = '\(spelled)'"
        case 5:
            query.filters.append(Filter(column: "a", .among, id: "\(number - 6),2,~n"))
            return "(a IN (\(number - 6), '\(number - 6)', 2, '2') OR a IS NULL)"
        case 6 where query.keys == nil:
            let keys = (0..<3).map { _ in Int.random(in: 1...60, using: &random) }
            query.keys = keys.map(id)
            return "(" + keys.map(matching).joined(separator: " OR ") + ")"
        default:
            let rule = rule(number, text, &random)
            var rights = query.rights ?? QueryRights()
            rights.rows = rights.rows.map { .all([$0, rule]) } ?? rule
            query.rights = rights
            return rule.sql(of: "t")
        }
    }

    private func rule(_ number: Int64, _ text: String, _ random: inout SeededGenerator) -> Expression {
        let owner = Expression.comparison(.column("n"), .equal, .value(.integer(number)))
        let name = Expression.comparison(.value(.text(text)), .equal, .column("b"))
        let team = Expression.isIn(.column("a"), .set([.integer(number - 6), .text("a"), .null, .real(0.5)]))
        let choices: [Expression] = [
            owner, name, team, .any([owner, name]), .all([.any([owner, .isNull(.column("b"))]), .not(team)]),
            .any([owner, .comparison(.column("c"), .less, .value(.integer(0)))]), .isIn(.column("n"), .set([])),
        ]
        return choices.randomElement(using: &random) ?? owner
    }

    private func matching(_ number: Int) -> String {
        switch shape {
        case .integerKey: "k = \(number)"
        case .rowID: "rowid = \(number)"
        case .textKey: "k = 'k\(number)'"
        case .keyOfTwo, .withoutRowID: "(k = 'k\(number % 10)' AND l = \(number))"
        }
    }
}
