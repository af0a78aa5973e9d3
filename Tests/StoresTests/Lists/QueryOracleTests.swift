import Changes
import DataSources
import Loop
import Stores
import Tables
import TestSupport
import Testing

/// SQL queries, totals and row counts against another process, after random transactions of both.
@Suite(.timeLimit(.minutes(5))) struct QueryOracleTests {
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [RandomTable.Shape.integerKey, .textKey, .withoutRowID], [false, true])
    @SceneActor func everyResultMatchesSQLite(_ shape: RandomTable.Shape, _ isLogged: Bool) async throws {
        var random = SeededGenerator.announced("everyResultMatchesSQLite \(shape) \(isLogged)")
        let table = RandomTable(shape)
        let rows = table.rows(40, &random)
        let database = try await blocking { try Database(table.schema + rows + Self.view) }
        if isLogged { _ = try LogFile(path: database.path).attach() }
        let shell = try SQLShell(database.path)
        let store = try await Store(path: database.path)
        let lists = Self.queries.map { FollowedList($0.query, oracle: $0.oracle, store) }
        for list in lists { list.display(&random) }
        for round in 0..<50 {
            try await table.change(store, or: shell, &random)
            for list in lists {
                await list.settle()
                let expected = try await shell.run(list.oracle).split(separator: "\n").map(String.init)
                let ids = expected.map { String($0[..<($0.firstIndex(of: ":") ?? $0.startIndex)]) }
                try #require(list.ids == [ids], "\(list.oracle) round \(round)")
                #expect(list.replica == [ids], "the change sets tell what happened: round \(round)")
                #expect(list.shown == Array(expected[list.places]), "\(list.oracle) round \(round)")
                if Int.random(in: 0..<5, using: &random) == 0 { list.display(&random) }
            }
        }
        for list in lists { list.close() }
        await store.close()
    }

    private static let view = """
        CREATE VIEW busy AS SELECT n, count(*) AS c, max(u) AS m FROM t WHERE u > 20 GROUP BY n ORDER BY c DESC, n;
        """

    /// Queries of all kinds, and SQL that prints the same.
    private static var queries: [(query: Query, oracle: String)] {
        var sorted = Query.totals(of: "t", by: "n", [.sum("u"), .min("u", as: "least")], where: [.range("u", 10...)])
        sorted.sort = [.descending("least"), "sum(u)"]
        let last = "CASE WHEN max(b COLLATE BINARY) IS NULL THEN 'null' ELSE hex(max(b COLLATE BINARY)) END"
        let joined = "SELECT t.n AS n, count(*) AS c FROM t JOIN busy ON busy.n <= t.n GROUP BY t.n ORDER BY c, t.n"
        return [
            (
                .totals(of: "t", by: "n", [.count, .sum("u"), .count("c"), .max("b")]),
                "SELECT n || ':' || n || ':' || count(*) || ':' || ifnull(sum(u), 'null') || ':' || count(c) || ':' "
                    + "|| \(last) "
                    + "FROM t GROUP BY n ORDER BY n;"
            ),
            (
                sorted,
                "SELECT n || ':' || n || ':' || sum(u) || ':' || min(u) FROM t WHERE u >= 10 GROUP BY n "
                    + "ORDER BY min(u) DESC, sum(u), n;"
            ),
            (
                .sql("SELECT * FROM busy WHERE m > ?", columns: ["c", "m"], key: ["n"], parameters: [30]),
                "SELECT n || ':' || c || ':' || m FROM busy WHERE m > 30;"
            ),
            (.sql(joined, columns: ["C"], key: ["N"]), "SELECT n || ':' || c FROM (\(joined));"),
            (.counts, ["busy", "log", "t"].map(number).joined(separator: " UNION ALL ") + ";"),
        ]
    }

    private static func number(_ name: String) -> String {
        let kind = name == "busy" ? "view" : "table"
        return "SELECT '\(name):' || hex('\(name)') || ':' || hex('\(kind)') || ':' || count(*) || ':null' FROM \(name)"
    }
}
