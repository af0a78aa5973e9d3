import Changes
import DataSources
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

/// Live lists against `SELECT … ORDER BY …` in another process, after random transactions of both.
@Suite(.timeLimit(.minutes(5))) struct ListOracleTests {
    @Test(.timeLimit(.minutes(5)), arguments: RandomTable.Shape.allCases)
    @SceneActor func everyListMatchesSQLite(_ shape: RandomTable.Shape) async throws {
        var random = SeededGenerator.announced("everyListMatchesSQLite \(shape)")
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
            try await table.change(store, or: shell, &random)
            for list in lists {
                await list.settle()
                let selected = try await shell.run(list.oracle).split(separator: "\n").map(SelectedRow.init)
                let ids = selected.chunked.map { $0.map(\.id) }
                try #require(
                    list.ids == (ids.isEmpty && !list.hasSections ? [[]] : ids), "\(list.oracle) round \(round)")
                try #require(list.replica == list.ids, "the change sets tell what happened: round \(round)")
                #expect(list.shown == selected[list.places].map(\.values), "round \(round)")
                if Int.random(in: 0..<5, using: &random) == 0 { list.display(&random) }
            }
        }
        for list in lists { list.close() }
        await store.close()
    }
}
