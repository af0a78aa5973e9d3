import Changes
import Lists
import Loop
import Rights
import Scenes
import Stores
import Tables

/// A declared row as principals with the same rights see it.
@SceneActor struct RowScreen {
    /// A list of rows that refer to the row.
    struct Related {
        let declaration: RowDeclaration.Related
        let table: Table
        let reference: Reference
        let columns: [ColumnDeclaration]
    }

    let scene: SceneDeclaration
    let row: RowDeclaration
    let table: Table
    let id: String
    let viewer: SceneViewer
    let columns: [ColumnDeclaration]
    let commands: [CommandDeclaration]
    let related: [Related]
    /// The condition that the row meets, with the values of the principal.
    let condition: Expression?

    /// Creates the row of a scene; `nil` if it is hidden from the viewers.
    init?(_ row: RowDeclaration, of scene: SceneDeclaration, _ id: String, for viewer: SceneViewer) {
        guard let table = viewer.table(row.table), table.problem == nil, table.key != .none else { return nil }
        if let declared = row.condition {
            guard let bound = viewer.bound(declared, on: table) else { return nil }
            condition = bound
        } else {
            condition = nil
        }
        (self.scene, self.row, self.table, self.id, self.viewer) = (scene, row, table, id, viewer)
        columns = viewer.visible(row.columns, of: table)
        commands = viewer.allowed(row.commands, on: table)
        related = table.references.compactMap { reference in
            guard let child = viewer.table(reference.table) else { return nil }
            guard let declared = row.related else {
                let all = RowDeclaration.Related(table: child.name, column: reference.columns.first ?? "")
                return Related(declaration: all, table: child, reference: reference, columns: [])
            }
            let found = declared.first {
                ExactName($0.table) == ExactName(child.name)
                    && reference.columns.map(ExactName.init) == [ExactName($0.column)]
            }
            return found.map {
                Related(
                    declaration: $0, table: child, reference: reference, columns: viewer.visible($0.columns, of: child))
            }
        }
    }

    /// The route of the scene.
    var route: Route { scene.path.route { [id] _ in id } ?? Route([]) }

    /// The time to which the row is current.
    func time(_ clock: AppClock) -> SceneTime {
        let asked = (condition.map { [$0] } ?? []) + commands.compactMap(\.condition)
        return SceneTime(clock, SceneTime.shortestRhythm(of: asked, refreshing: columns.compactMap(\.refresh)))
    }

    /// The condition that the row meets at present.
    func scope(at time: SceneTime) -> Filter { .rule(condition.map { time.at($0) } ?? .all([])) }

    /// The audience of the row: the viewers for whom it is the same.
    var audience: Audience {
        let declared = (row.condition.map { [$0] } ?? []) + row.commands.compactMap(\.condition)
        let roles = viewer.part(columns.map(\.name) + commands.map(\.name), of: scene)
        let isPersonal = declared.contains(where: \.readsPrincipal)
        let text = declared.map { $0.bound(to: viewer.values).sql(of: "") } + roles
        let tables = [table.name] + table.references.map(\.table)
        return viewer.scope.audience(of: tables, and: isPersonal || !roles.isEmpty ? text.joinedWithLengths : "")
    }
}
