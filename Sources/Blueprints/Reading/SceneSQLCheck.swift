import Changes
import Lists
import Loop
import Stores
import Tables

/// Asks the database whether it understands the SQL of declared scenes.
@SceneActor struct SceneSQLCheck {
    let store: Store

    /// Returns a mistake for each query, expression and statement that the database does not understand.
    func faults(of scenes: SceneSet) async -> [String] {
        var faults: [String] = []
        for scene in scenes.scenes { faults += await self.faults(of: scene) }
        return faults
    }

    private func faults(of scene: SceneDeclaration) async -> [String] {
        switch scene.content {
        case .query(let query): return await faults(of: query)
        case .dashboard(let tiles):
            var faults: [String] = []
            for tile in tiles { faults += await self.faults(of: tile.scene) }
            return faults
        case .list(let list): return await faults(of: list.columns, on: list.table) + self.faults(of: list.commands)
        case .row(let row):
            var faults = await faults(of: row.columns, on: row.table) + faults(of: row.commands)
            for related in row.related ?? [] { faults += await self.faults(of: related.columns, on: related.table) }
            return faults
        case .number, .totals, .entry, .document: return []
        }
    }

    private func faults(of query: QueryDeclaration) async -> [String] {
        do throws(StoreError) {
            let names = try await store.columns(ofQuery: query.sql.text)
            let chart = [query.chart?.x, query.chart?.series].compactMap(\.self) + (query.chart?.values ?? [])
            let asked = query.key + query.columns.map(\.name) + chart
            return asked.filter { name in !names.contains { $0.isSameName(as: name) } }.map { name in
                query.sql.place.fault("The query has no column \"\(name)\". It has: \(names.joined(separator: ", ")).")
            }
        } catch {
            return [query.sql.place.fault(error.sqlReason)]
        }
    }

    private func faults(of columns: [ColumnDeclaration], on table: String) async -> [String] {
        var faults: [String] = []
        for column in columns {
            guard case .sql(let sql) = column.source else { continue }
            do throws(StoreError) {
                _ = try await store.columns(ofQuery: "SELECT (\(sql.text)) AS value FROM \(table.quoted)")
            } catch {
                faults.append(sql.place.fault(error.sqlReason))
            }
        }
        return faults
    }

    private func faults(of commands: [CommandDeclaration]) async -> [String] {
        var faults: [String] = []
        for sql in commands.flatMap(\.statements) {
            let (text, parameters) = SQLParameters.bound(sql.text) { _ in .null }
            do throws(StoreError) {
                try await store.check(statement: text, with: parameters)
            } catch {
                faults.append(sql.place.fault(error.sqlReason))
            }
        }
        return faults
    }
}
