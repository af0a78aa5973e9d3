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

    /// Whether something that no rule can limit, such as SQL, exists for the principal.
    func mayBypassRules(asOwner isAsOwner: Bool) -> Bool { roles == nil || isAsOwner }

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

    /// Whether a scene exists for the principal.
    func shows(_ scene: SceneDeclaration) -> Bool {
        guard isAmong(scene.roles), !scene.bypassesRules || mayBypassRules(asOwner: scene.isAsOwner) else {
            return false
        }
        switch scene.content {
        case .list(let list): return shows(list.table, where: list.condition)
        case .row(let row): return shows(row.table, where: row.condition)
        case .entry(let entry):
            return table(entry.table).map { scope.blueprint.changes(of: $0).insertion != nil } ?? false
        case .number, .totals: return scene.content.counted.allSatisfy { bound($0.rows, reading: $0.columns) != nil }
        case .dashboard(let tiles): return tiles.contains { shows($0.scene) }
        case .query, .document: return true
        }
    }

    private func shows(_ table: String, where condition: Expression?) -> Bool {
        guard let table = self.table(table) else { return false }
        return condition.map { bound($0, on: table) != nil } ?? true
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
            isAmong(command.roles) && (command.statements.isEmpty || mayBypassRules(asOwner: command.isAsOwner))
                && (command.condition.map { bound($0, on: table) != nil } ?? true)
                && (command.update.isEmpty || scope.store.permits(.update, in: table.name))
                && (!command.deletes || scope.store.permits(.delete, in: table.name))
                && command.insertions.allSatisfy { scope.store.permits(.insert, in: $0.table) }
        }
    }
}

extension SceneViewer {
    /// Returns the names that a scene shows to the principal, if roles decide about any of its parts, or the menu lacks
    /// entries.
    func part(_ names: [String], of scene: SceneDeclaration) -> [String] {
        let scenes = scope.blueprint.scenes
        guard roles != nil else { return [] }
        let menu = menu
        guard scenes.hasRoles || menu.count < scenes.app.menu.count else { return [] }
        return ["roles"] + names + menu.map { "\($0.link.path)" }
    }

    /// The entries of the menu that the principal sees.
    var menu: [AppDeclaration.Entry] {
        scope.blueprint.scenes.app.menu.filter { entry in
            isAmong(entry.roles) && scope.blueprint.scenes.scene(at: entry.link.path).map(shows) ?? true
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
