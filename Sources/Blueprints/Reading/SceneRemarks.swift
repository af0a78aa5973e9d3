import Changes
import Lists
import Loop
import Stores
import Tables

/// Remarks on declared lists that are read again as a whole after a commit.
@SceneActor struct SceneRemarks {
    let store: Store

    /// Returns a remark for each list that a change of single rows makes the database read again.
    func remarks(on scenes: SceneSet) async -> [String] {
        var remarks: [String] = []
        for scene in scenes.scenes {
            if case .dashboard(let tiles) = scene.content {
                for tile in tiles { remarks += await remark(on: tile.scene).map { [$0] } ?? [] }
            }
            if let remark = await remark(on: scene) { remarks.append(remark) }
        }
        return remarks
    }

    private func remark(on scene: SceneDeclaration) async -> String? {
        guard case .list(let declared) = scene.content, let query = query(of: declared) else { return nil }
        let list = store.open(query)
        defer { list.close() }
        await list.waitForAnswer()
        guard let basis = list.basis, !basis.isIncremental else { return nil }
        let names = basis.rereads?.joined(separator: ", ") ?? "any table"
        return scene.place.fault("\"\(scene.shownTitle)\" is read again as a whole after each change of \(names).")
    }

    /// Returns the query of a list by what decides how it is kept current: its order and its sections.
    private func query(of list: ListDeclaration) -> Query? {
        guard let plain = store.schema.table(named: list.table) else { return nil }
        let table = store.schema.withPaths(plain, in: [list.sort, list.section])
        var query = Query(table: table.name, columns: [])
        query.sort = ColumnName.terms(of: list.sort).map { SortTerm(column: $0.name, isDescending: $0.isDescending) }
        query.section = list.section.isEmpty ? nil : (try? SectionRule(list.section, of: table))?.term
        return query
    }
}
