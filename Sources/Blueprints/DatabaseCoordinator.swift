import Changes
import DataSources
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// Scenes of any SQLite database or JSON file, derived from its content. `/` lists the tables and views. `/TABLE` is a
/// table as a live list, `/TABLE/KEY` one of its rows, and `/TABLE/KEY/COLUMN` a value as a file. A JSON file without
/// tables has one screen, `/`, with its members as outputs.
@SceneActor public final class DatabaseCoordinator: Coordinator {
    /// Called when the schema has changed.
    public var onChange: (() -> Void)?
    /// Called when the rights of a principal have changed; `nil` stands for all principals.
    public var onRightsChange: ((Principal?) -> Void)? {
        get { rights.onChange }
        set { rights.onChange = newValue }
    }

    /// Called when the file with the rules has been read again: with the reason why it was refused, or with `nil`.
    public var onRulesRead: ((String?) -> Void)? {
        get { rights.onRulesRead }
        set { rights.onRulesRead = newValue }
    }

    let store: Store
    private let rights: RightsRegistry
    private let folder: SceneFolder?
    private let clock: AppClock

    /// Creates scenes of the database in `store`. No table's path segment is one of `reserved`.
    public convenience init(store: Store, reserved: Set<String> = []) {
        self.init(store: store, reserved: reserved, access: nil)
    }

    /// Creates scenes of the database in `store`, limited by the rules of a file, beside those that the files of a
    /// folder declare.
    package init(
        store: Store, reserved: Set<String> = [], access: AccessFile?, scenes folder: SceneFolder? = nil,
        clock: AppClock = AppClock()
    ) {
        (self.store, self.folder, self.clock) = (store, folder, clock)
        rights = RightsRegistry(store, access, reserved: reserved)
        if let folder { rights.adopt(folder.scenes) }
        store.onSchemaChange = { [weak self] schema in
            self?.folder?.follow(schema)
            self?.rights.adopt(schema)
            self?.onChange?()
        }
        folder?.onChange = { [weak self] scenes in
            self?.rights.adopt(scenes)
            self?.onChange?()
        }
    }

    /// Whether rules limit what principals see and do.
    public var hasRules: Bool { rights.hasRules }
    /// Whether the rules grant something to clients that have not signed in.
    public var admitsNobody: Bool { rights.admitsNobody }

    /// Returns an object that keeps the rights of a principal current while it exists; `nil` if nothing limits them.
    public func rights(of principal: Principal) -> AnyObject? { rights.rights(of: principal) }

    /// Returns what a principal may see.
    func scope(of principal: Principal) -> Scope { rights.scope(of: principal) }

    /// The route of the first table whose rows have a key; the root if there is none.
    public var firstRoute: String {
        let blueprint = rights.whole.blueprint
        if let home = blueprint.scenes.app.home?.path.route ?? blueprint.scenes.firstPath { return home.description }
        let table = blueprint.schema.tables.first { $0.kind == .table && $0.key != .none }
        return table.map { blueprint.route(to: $0.name).description } ?? "/"
    }

    /// Returns the screen of the database, of a table or of a row: `/`, `/TABLE` or `/TABLE/KEY`.
    public func screen(for route: Route, as principal: Principal) throws(RouteError) -> ScreenPlan {
        if JoinedCoordinator.isOfOperators(route) { return try sql(route, principal) }
        let scope = scope(of: principal)
        if let plan = try declared(for: principal)?.screen(for: route) { return plan }
        guard hasDerivedScreens(for: principal) else { throw .notFound(message: "There is nothing at \(route).") }
        switch route.segments.count {
        case 0: return try root(route, scope)
        case 1: return try list(route, scope)
        case 2: return try row(route, scope)
        default: throw .notFound(message: "Unknown route: \(route).")
        }
    }

    /// Whether the screens that are derived from tables exist for a principal.
    func hasDerivedScreens(for principal: Principal) -> Bool {
        !rights.scenes.app.hidesTables || principal.isAdmin && hasRules
    }

    /// Returns the declared scenes as a principal sees them; `nil` without any.
    func declared(for principal: Principal) -> DeclaredScreens? {
        guard !rights.scenes.scenes.isEmpty else { return nil }
        return DeclaredScreens(for: principal, in: rights, of: store, at: clock, stating: folder?.notice)
    }

    /// Calls `body` when the schema includes every commit made so far, and the rights of the principal are known.
    public func whenCurrent(for principal: Principal, _ body: @escaping @SceneActor () -> Void) {
        guard let rights = rights.rights(of: principal) else { return store.whenSchemaIsCurrent(body) }
        store.whenSchemaIsCurrent { rights.whenKnown(body) }
    }

    /// Returns a blob or long text as a whole file: `/TABLE/KEY/COLUMN`.
    public func file(
        for route: Route, as principal: Principal
    ) -> (@SceneActor () async throws(RouteError) -> ServedFile)? {
        let scope = scope(of: principal)
        guard route.segments.count == 3, let table = scope.blueprint.table(at: route.segments[0]),
            let column = scope.blueprint.columns(ofRowsIn: table).first(where: {
                ExactName(Slugs.slug(of: $0.name)) == ExactName(route.segments[2])
            })
        else { return nil }
        let id = route.segments[1]
        return { [self, store = scope.store] () async throws(RouteError) in
            do throws(StoreError) {
                let value = try await store.value(of: column.name, in: table.name, id: id)
                if let value, await self.keeps(scope, for: principal) {
                    return value.servedFile(named: "\(table.name)-\(id)-\(column.name)")
                }
            } catch {
                throw store.routeError(error)
            }
            throw .notFound(message: "No value at \(route): it is NULL, or its row does not exist.")
        }
    }

    /// Whether a principal has the same rights as when something was read that every commit so far may have changed.
    private func keeps(_ scope: Scope, for principal: Principal) async -> Bool {
        guard scope.store.isLimited else { return true }
        await knowRights(of: principal)
        return self.scope(of: principal) === scope
    }

    private func root(_ route: Route, _ scope: Scope) throws(RouteError) -> ScreenPlan {
        try refuseParameters(of: route)
        var plan: ScreenPlan
        if let path = store.documentPath {
            guard !scope.store.isLimited else { throw .notFound(message: "There is nothing at \(route).") }
            plan = ScreenPlan(route: Route([])) { [store] in
                JSONFileViewModel(path: path, title: store.name, isReadOnly: store.isReadOnly)
            }
        } else {
            plan = ScreenPlan(route: Route([])) {
                DatabaseViewModel(store: scope.store, blueprint: scope.blueprint)
            }
        }
        plan.audience = scope.audienceOfTables
        return plan
    }

    /// Reads the SQL in a route. No rule can limit it, so with rules it is for administrators.
    func question(at route: Route, for principal: Principal) throws(RouteError) -> SQLQuestion {
        guard !hasRules || principal.isAdmin else {
            throw .notFound(message: "Unknown path: \(Route(route.segments)).")
        }
        return try SQLQuestion(route)
    }

    private func sql(_ route: Route, _ principal: Principal) throws(RouteError) -> ScreenPlan {
        let question = try question(at: route, for: principal)
        var plan = ScreenPlan(route: question.route) { [store] in SQLViewModel(question, store: store) }
        plan.isForOperators = true
        return plan
    }

    private func list(_ route: Route, _ scope: Scope) throws(RouteError) -> ScreenPlan {
        let table = scope.blueprint.schema.withPaths(try table(route, scope), in: route)
        var plan: ScreenPlan
        if let counts = try CountSelection(route, of: table, within: store.budget) {
            plan = ScreenPlan(route: counts.route(in: scope.blueprint)) {
                CountViewModel(counts, store: scope.store, blueprint: scope.blueprint)
            }
        } else {
            let selection = try Selection(route, of: table, within: store.budget)
            plan = ScreenPlan(route: selection.route(in: scope.blueprint)) {
                TableViewModel(selection, store: scope.store, blueprint: scope.blueprint)
            }
        }
        plan.audience = scope.audience(ofList: table.name)
        return plan
    }

    private func row(_ route: Route, _ scope: Scope) throws(RouteError) -> ScreenPlan {
        try refuseParameters(of: route)
        let table = try table(route, scope)
        guard table.key != .none else {
            throw .notFound(message: "Rows of \(table.name) have no key, so they have no routes.")
        }
        let id = route.segments[1]
        var plan = ScreenPlan(route: scope.blueprint.route(to: id, of: table.name)) {
            RowViewModel(table: table, id: id, store: scope.store, blueprint: scope.blueprint)
        }
        plan.audience = scope.audience(ofRowsIn: table.name)
        return plan
    }

    /// Returns the table or view in a route.
    func table(_ route: Route, _ scope: Scope) throws(RouteError) -> Table {
        guard let table = scope.blueprint.table(at: route.segments[0]) else {
            throw .notFound(message: "Unknown table or view: \"\(route.segments[0])\".")
        }
        return table
    }

    private func refuseParameters(of route: Route) throws(RouteError) {
        guard let parameter = route.parameters.first else { return }
        throw .invalid(message: "Unknown parameter: \"\(parameter.name)\".")
    }
}
