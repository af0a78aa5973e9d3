import Changes
import DataSources
import Loop
import Stores
import TestSupport
import Testing

/// Live lists against what `SELECT … ORDER BY …` says in another process, after random transactions of both.
@Suite struct ListOracleTests {
    @Test(.timeLimit(.minutes(2)), arguments: RandomTable.Shape.allCases)
    @SceneActor func everyListIsWhatSQLiteSelects(_ shape: RandomTable.Shape) async throws {
        var random = SeededGenerator.announced("everyListIsWhatSQLiteSelects \(shape)")
        let table = RandomTable(shape)
        let rows = table.rows(40, &random)
        let database = try await blocking { try Database(table.schema + rows) }
        let shell = try SQLShell(database.path)
        let store = try await Store(path: database.path)
        let lists = (0..<6).map { _ in
            let query = table.query(&random)
            return FollowedList(query, oracle: table.oracle(query), store)
        }
        for list in lists { list.display(&random) }
        for round in 0..<80 {
            if Bool.random(using: &random) {
                _ = try? await store.write(table.commands(&random))
            } else {
                try await shell.run(table.script(&random))
            }
            for list in lists {
                await list.settle()
                let expected = try await shell.run(list.oracle).split(separator: "\n").map(String.init)
                let ids = expected.map { String($0[..<($0.firstIndex(of: ":") ?? $0.startIndex)]) }
                #expect(list.ids == ids, "\(list.oracle) round \(round)")
                #expect(list.replica == ids, "the change sets tell what happened: round \(round)")
                #expect(list.shown == Array(expected[list.places]), "round \(round)")
                if Int.random(in: 0..<5, using: &random) == 0 { list.display(&random) }
            }
        }
        for list in lists { list.close() }
        await store.close()
    }
}
