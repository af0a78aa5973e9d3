import Changes
import JSON
import Loop
import Rights
import Scenes
import Stores
import Tables

/// A principal as declared scenes see it: what it may see of the data, its roles, and what `user.` stands for.
@SceneActor struct SceneViewer {
    let scope: Scope
    /// The values of the principal, by name.
    let values: [String: [SQLValue]]
    /// The roles; `nil` if no rule limits the principal.
    let roles: Set<String>?

    /// Whether something for some roles is for the principal; `nil` stands for all roles.
    func isAmong(_ roles: Set<String>?) -> Bool {
        guard let roles, let own = self.roles else { return true }
        return !own.isDisjoint(with: roles)
    }

    /// Whether something that no rule can limit, such as SQL, is for the principal.
    func mayPassRules(asOwner isAsOwner: Bool) -> Bool { roles == nil || isAsOwner }

    /// Returns a table as the principal may see it; `nil` if it may not.
    func table(_ name: String) -> Table? { scope.blueprint.schema.table(named: name) }

    /// Returns a condition with the values of the principal. `.never` if it reads a hidden column.
    func bound(_ condition: Expression, on table: Table) -> Expression? {
        condition.columns.allSatisfy { sees($0, in: table) } ? condition.bound(to: values) : nil
    }

    /// Whether a column of a table is visible, or the column under a path.
    func sees(_ name: String, in table: Table) -> Bool {
        guard let referred = table.referredColumn(name) else { return table.column(named: name) != nil }
        return self.table(referred.key.parentTable)?.column(named: referred.column) != nil
    }

    /// Returns the columns that the principal may see.
    func visible(_ columns: [ColumnDeclaration], of table: Table) -> [ColumnDeclaration] {
        columns.filter { column in
            guard isAmong(column.roles) else { return false }
            switch column.source {
            case .column, .referred: return sees(column.name, in: table)
            case .sql(let sql):
                let all = scope.store.owner.schema.table(named: table.name)?.columns ?? []
                return all.allSatisfy { column in
                    table.column(named: column.name) != nil || !SQLExpression.mayRead(column.name, in: sql.text)
                }
            }
        }
    }

    /// Returns the commands that the principal may run.
    func allowed(_ commands: [CommandDeclaration], on table: Table) -> [CommandDeclaration] {
        commands.filter { command in
            isAmong(command.roles) && (command.statements.isEmpty || mayPassRules(asOwner: command.isAsOwner))
                && (command.condition.map { bound($0, on: table) != nil } ?? true)
                && (command.update.isEmpty || scope.store.permits(.update, in: table.name))
                && (!command.deletes || scope.store.permits(.delete, in: table.name))
                && command.insertions.allSatisfy { scope.store.permits(.insert, in: $0.table) }
        }
    }
}

extension SceneViewer {
    /// Returns the names that a scene shows to the principal, if roles decide about any of its parts.
    func part(_ names: [String], of scene: SceneDeclaration) -> [String] {
        guard roles != nil, scope.blueprint.scenes.hasRoles else { return [] }
        return ["roles"] + names + menu.map { "\($0.link.path)" }
    }

    /// The entries of the menu that the principal sees.
    var menu: [AppDeclaration.Entry] {
        scope.blueprint.scenes.app.menu.filter { entry in
            let scene = scope.blueprint.scenes.scene(at: entry.link.path)
            guard let scene else { return isAmong(entry.roles) }
            let isShown = scene.content.table.map { table($0) != nil } ?? true
            let isForViewer = isAmong(entry.roles) && isAmong(scene.roles)
            return isForViewer && isShown && (!scene.isBeyondRules || mayPassRules(asOwner: scene.isAsOwner))
        }
    }

    /// The app as documents state it; `nil` without declared scenes.
    var app: JSON? {
        let scenes = scope.blueprint.scenes
        guard !scenes.scenes.isEmpty else { return nil }
        var app: JSONObject = ["title": .string(scenes.app.title ?? scope.store.name)]
        app["home"] = (scenes.app.home?.path.route).map { .string($0.description) }
        app["theme"] = scenes.app.theme.map(JSON.string)
        app["menu"] = .array(
            menu.compactMap { entry in
                guard let route = entry.link.path.route else { return nil }
                let title = entry.title ?? scenes.scene(at: entry.link.path)?.shownTitle ?? route.description
                return ["title": .string(title), "href": .string(route.description)]
            })
        return .object(app)
    }
}
