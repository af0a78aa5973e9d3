import DataSources
import JSON
import Loop
import TestSupport
import Testing

@testable import Stores
@testable import Tables

/// Who holds the order of a long list.
@Suite(.timeLimit(.minutes(5))) struct OrderLifetimeTests {
    private static let sql = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER);
        WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 60000)
        INSERT INTO t SELECT i, i % 1000 FROM r;
        """

    @Test @SceneActor func theReaderReleasesAnOrderThatItPassesOn() async throws {
        let database = try await blocking { try Database(Self.sql) }
        try await using({ try await Store(path: database.path) }, close: { await $0.close() }) { store in
            var query = Query(table: "t", columns: ["n"])
            query.sort = ["n"]
            let list = store.open(query)
            let gate = Gate()
            list.onEvent = { _ in if list.isCounted, list.count == 60_000 { gate.open() } }
            list.display([0..<10])
            await gate.pass()
            weak let first = Self.order(of: list)
            #expect(first != nil)
            for number in 0..<1_000 where first != nil {  // each commit is a chance to let go
                try await store.write(.update(table: "t", id: "1", values: ["n": .int(5_000 + Int64(number))]))
            }
            #expect(first == nil)
            list.close()
        }
    }

    /// The order that a list shows.
    @SceneActor private static func order(of list: LiveList) -> OrderedSnapshot<Int64>? {
        guard case .numbers(let order)? = list.request.ordering?.rows else { return nil }
        return order
    }
}
