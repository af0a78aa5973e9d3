import Changes
import Files
import Lists
import Loop
import Scenes
import Stores
import Tables

/// Remarks on declared lists that are read again as a whole after a commit, and on commands that call Swift.
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
            if case .document(let document) = scene.content, FileContent.size(document.path) == nil {
                remarks.append(scene.place.fault("There is no file \(document.path) yet."))
            }
            for command in scene.content.commands {
                guard let call = command.call else { continue }
                remarks.append(
                    scene.place.fault(
                        "\"\(command.title)\" calls \"\(call)\": only an app with such Swift can show this."))
            }
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

    /// Returns the query of a list by what decides how it is kept current: its condition, order and sections.
    private func query(of list: ListDeclaration) -> Query? {
        guard let table = store.schema.table(named: list.table) else { return nil }
        let route = Route([], [Route.Parameter("sort", list.sort), Route.Parameter("section", list.section)])
        let selection = try? Selection(route, of: store.schema.withPaths(table, in: route), within: store.budget)
        var query = selection?.query(columns: [])
        query?.filters = list.condition.map { [.rule($0)] } ?? []
        return query
    }
}

extension LiveList {
    /// Waits until a new list that nobody observes has its first rows or a problem.
    fileprivate func waitForAnswer() async {
        var isAnswered = false
        var waiting: CheckedContinuation<Void, Never>?
        // The answer may come before the suspension.
        onEvent = { _ in
            isAnswered = true
            waiting?.resume()
            waiting = nil
        }
        display([0..<1])
        await EventLoop.suspension { continuation in
            if isAnswered { continuation.resume() } else { waiting = continuation }
        }
        onEvent = nil
    }
}
