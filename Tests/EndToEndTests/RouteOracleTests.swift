import JSON
import TestSupport
import Testing

/// Lists behind routes against `SELECT` in another process, after writes of both.
@Suite(.timeLimit(.minutes(5))) struct RouteOracleTests {
    @Test(arguments: RandomRoute.Keeping.allCases)
    func everyRouteShowsWhatSQLiteSelects(_ keeping: RandomRoute.Keeping) async throws {
        var random = SeededGenerator.announced("everyRouteShowsWhatSQLiteSelects \(keeping)")
        let rows = (0..<60).map { _ in RandomRoute.statement(&random) }.joined()
        let start = random
        try await withServer(RandomRoute.schema(keeping) + rows) { server in
            var random = start
            let path = server.database.path
            if keeping.isLogged { #expect(try await Program.run("attach", path).status == 0) }
            let shell = try SQLShell(path)
            let routes = (0..<14).map { _ in RandomRoute(&random) }
            for round in 0..<30 {
                if Bool.random(using: &random) {
                    let (target, body) = RandomRoute.command(&random)
                    _ = try await server.http.post(target, body)
                } else {
                    try await shell.run(RandomRoute.script(keeping, &random))
                }
                for route in routes + [RandomRoute(&random)] {
                    let list = try await server.http.get("/t?window=0,500&" + route.query).json
                    let ids = try await shell.run(route.sql).split(separator: "\n").map { JSON.string(String($0)) }
                    #expect(list["sections"]?[0]?["rows"] == .array(ids), "round \(round): \(route.query)")
                }
            }
        }
    }
}
