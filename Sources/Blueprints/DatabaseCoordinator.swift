import Changes
import DataSources
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

    let store: Store
    private let reserved: Set<String>
    private(set) var blueprint: Blueprint

    /// Creates scenes of the database in `store`. No table's path segment is one of `reserved`.
    public init(store: Store, reserved: Set<String> = []) {
        self.store = store
        self.reserved = reserved
        blueprint = Blueprint(schema: store.schema.shown, reserved: reserved)
        store.onSchemaChange = { [weak self] schema in self?.adopt(schema) }
    }

    /// The route of the first table whose rows have a key; the root if there is none.
    public var firstRoute: String {
        let table = blueprint.schema.tables.first { $0.kind == .table && $0.key != .none }
        return table.map { blueprint.route(to: $0.name).description } ?? "/"
    }

    /// Returns the screen of the database, of a table or of a row: `/`, `/TABLE` or `/TABLE/KEY`.
    public func screen(for route: Route) throws(RouteError) -> ScreenPlan {
        switch route.segments.count {
        case 0: try root(route)
        case 1: try list(route)
        case 2: try row(route)
        default: throw .notFound(message: "Unknown route: \(route).")
        }
    }

    /// Calls `body` when the schema includes every commit made so far.
    public func whenCurrent(_ body: @escaping @SceneActor () -> Void) {
        store.whenSchemaIsCurrent(body)
    }

    /// Returns a blob or long text as a whole file: `/TABLE/KEY/COLUMN`.
    public func file(for route: Route) -> (@SceneActor () async throws(RouteError) -> ServedFile)? {
        guard route.segments.count == 3, let table = blueprint.table(at: route.segments[0]),
            let column = table.columns.first(where: { RowName(Slugs.slug(of: $0.name)) == RowName(route.segments[2]) })
        else { return nil }
        let id = route.segments[1]
        return { [store] () async throws(RouteError) in
            do throws(StoreError) {
                if let value = try await store.value(of: column.name, in: table.name, id: id) {
                    return value.servedFile(named: "\(table.name)-\(id)-\(column.name)")
                }
            } catch {
                throw .unavailable(code: error.code, message: error.message)
            }
            throw .notFound(message: "No value at \(route): it is NULL, or its row does not exist.")
        }
    }

    private func adopt(_ schema: Schema) {
        blueprint = Blueprint(schema: schema.shown, reserved: reserved)
        onChange?()
    }

    private func root(_ route: Route) throws(RouteError) -> ScreenPlan {
        try refuseParameters(of: route)
        if let path = store.documentPath {
            return ScreenPlan(route: Route([])) { [store] in
                JSONFileViewModel(path: path, title: store.name, isReadOnly: store.isReadOnly)
            }
        }
        return ScreenPlan(route: Route([])) { [store, blueprint] in
            DatabaseViewModel(store: store, blueprint: blueprint)
        }
    }

    private func list(_ route: Route) throws(RouteError) -> ScreenPlan {
        let selection = try Selection(route, of: try table(route), within: store.budget)
        return ScreenPlan(route: selection.route(in: blueprint)) { [store, blueprint] in
            TableViewModel(selection, store: store, blueprint: blueprint)
        }
    }

    private func row(_ route: Route) throws(RouteError) -> ScreenPlan {
        try refuseParameters(of: route)
        let table = try table(route)
        guard table.key != .none else {
            throw .notFound(message: "Rows of \(table.name) have no key, so they have no routes.")
        }
        let id = route.segments[1]
        return ScreenPlan(route: blueprint.route(to: id, of: table.name)) { [store, blueprint] in
            RowViewModel(table: table, id: id, store: store, blueprint: blueprint)
        }
    }

    /// Returns the table or view in a route.
    func table(_ route: Route) throws(RouteError) -> Table {
        guard let table = blueprint.table(at: route.segments[0]) else {
            throw .notFound(message: "Unknown table or view: \"\(route.segments[0])\".")
        }
        return table
    }

    private func refuseParameters(of route: Route) throws(RouteError) {
        guard let parameter = route.parameters.first else { return }
        throw .invalid(message: "Unknown parameter: \"\(parameter.name)\".")
    }
}
