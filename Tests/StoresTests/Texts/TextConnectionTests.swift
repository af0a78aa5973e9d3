import DataSources
import Loop
import TestSupport
import Testing

@testable import Files
@testable import Lists
@testable import SQLite
@testable import SQLiteEngine
@testable import Stores
@testable import Tables

/// Which connections compare texts.
@Suite(.timeLimit(.minutes(5))) struct TextConnectionTests {
    @Test func theConnectionThatWritesCannotCompareTexts() async throws {
        try await blocking {
            let database = try Database("CREATE TABLE t (a TEXT);")
            let desk = try Desk(FilePlace(database.path), StoreConfiguration())
            defer { desk.close() }
            #expect(throws: SQLFailure.self) {
                try desk.perform { connection in
                    _ = try SQLStatement(
                        #require(connection), "SELECT \(TextComparison.condition("a", isStart: false)) FROM t")
                }
            }
        }
    }

    /// An app may pass a client's words on unchecked.
    @Test @SceneActor func aTooExpensiveListOfAnAppIsRefused() async throws {
        let database = try await blocking { try Database("CREATE TABLE t (a TEXT);") }
        let store = try await Store(path: database.path)
        let shown = Shown(store.list("t", search: String(repeating: "x", count: 1_025)) { $0 })
        try await until("the list is refused") { shown.problem != nil }
        #expect(shown.problem?.code == "query-too-large")
        #expect(shown.problem?.message.contains("patternLimit") == true)
        await store.close()
    }

    @Test(arguments: [
        (Query.searching("x"), true), (Query.filtered(.contains("a", "x")), true),
        (Query.filtered(.any([.equal("a", 1), .all([.startsWith("a", "x")])])), true),
        (Query.filtered(.search("x", in: ["a"])), true), (Query.filtered(.equal("a", "x")), false),
        (Query.filtered(Filter(column: "a", .among, id: "1,2")), false),
    ])
    func aQueryThatSearchesTextsIsRead(_ query: Query, bySlowLanes isSlow: Bool) {
        #expect(query.isSlow == isSlow)
    }
}

extension Query {
    fileprivate static func searching(_ text: String) -> Query {
        var query = Query(table: "t", columns: [])
        query.search = text
        return query
    }

    fileprivate static func filtered(_ filter: Filter) -> Query {
        var query = Query(table: "t", columns: [])
        query.filters = [filter]
        return query
    }
}
