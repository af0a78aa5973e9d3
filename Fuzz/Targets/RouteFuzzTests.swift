import CSQLite
import Glibc
import TestSupport
import Testing

@testable import Blueprints
@testable import Scenes
@testable import Serving
@testable import SQLite
@testable import Stores
@testable import Tables

/// Routes and their selections.
@Suite struct RouteFuzzTests {
    /// A route's canonical text is read as the same route.
    @Test func routes() async throws {
        try await Fuzzer(name: "route").run { input in
            let target = String(decoding: input, as: UTF8.self)
            _ = try? SceneAddress(target, windowLimit: 500)
            _ = ColonAddress.isOne(target)
            guard let route = Route(target) else { return }
            let text = route.description
            try Finding.unless(Route(text) == route, "\(route.segments) \(route.parameters) is written \(text)")
            try Finding.unless(Route(text)?.description == text, "\(text) is not canonical")
        }
    }

    /// A list's route is refused, or is valid SQL; its canonical form selects the same.
    @Test func filters() async throws {
        let database = try Scratch()
        try await Fuzzer(name: "filter").run { input in
            let query = String(decoding: input, as: UTF8.self)
            guard let route = Route("/t?" + query),
                let selection = try? Selection(route, of: database.table, within: QueryBudget())
            else { return }
            let parameters = selection.conditions.map(selection.parameter)
            for (condition, parameter) in zip(selection.conditions, parameters) {
                let again = try Condition(parameter, of: database.table)
                try Finding.unless(again == condition, "\(condition) is written \(parameter)")
            }
            try database.prepare(selection)
        }
    }
}

/// A table in memory with all that a route can name.
private final class Scratch: @unchecked Sendable {  // one thread uses it
    let table: Table
    private let connection: OpaquePointer

    init() throws {
        var connection: OpaquePointer?
        sqlite3_open(":memory:", &connection)
        self.connection = try #require(connection)
        TextComparison.enable(on: connection)
        let sql = """
            CREATE TABLE t (id INTEGER PRIMARY KEY, Name TEXT, "a.b" REAL, "x,""y" BLOB, day DATE, flag BOOLEAN, any);
            """
        sqlite3_exec(connection, sql, nil, nil, nil)
        table = try #require(try SchemaReader(connection: self.connection, isReadOnly: false).read().tables.first)
    }

    deinit { sqlite3_close(connection) }

    func prepare(_ selection: Selection) throws {
        var query = Query(table: "t", columns: table.columns.map(\.name))
        query.filters = selection.conditions.map(\.filter)
        query.search = selection.search.isEmpty ? nil : selection.search
        query.section = selection.section?.term
        query.sort = selection.sort
        let text = QueryText(table: table, query: query)
        for sql in [text.keys.sql, text.codes.sql] {
            var statement: OpaquePointer?
            let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
            sqlite3_finalize(statement)
            try Finding.unless(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(connection))): \(sql)")
        }
    }
}
