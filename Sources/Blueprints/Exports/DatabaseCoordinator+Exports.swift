import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

extension DatabaseCoordinator {
    /// Returns whether the route leads to a table or a view, or to a declared list that may be exported.
    public func hasRows(at route: Route, for principal: Principal) -> Bool {
        if JoinedCoordinator.isOfOperators(route) { return (try? question(at: route, for: principal)) != nil }
        let scope = scope(of: principal)
        if let rows = try? declared(for: principal)?.rows(at: route) {
            return rows.screen.list.exports != [] && scope.blueprint.allowsExport(of: rows.screen.table)
        }
        guard route.segments.count == 1, let table = scope.blueprint.table(at: route.segments[0]) else { return false }
        return scope.blueprint.allowsExport(of: table)
    }

    /// Returns all rows of a list that a principal may see, with every visible column or those that the route names:
    /// filtered, searched and sorted as the list is, in one snapshot.
    public func rows(
        of route: Route, as format: ExportFormat, for principal: Principal
    ) async throws(RouteError) -> (any ServedRows)? {
        await EventLoop.suspension { continuation in whenCurrent(for: principal) { continuation.resume() } }
        let scope = scope(of: principal)
        if JoinedCoordinator.isOfOperators(route) {
            return try await rows(of: try question(at: route, for: principal), as: format, in: scope.store)
        }
        guard let plan = try exported(route, as: format, for: principal) else { return nil }
        guard scope.blueprint.allowsExport(of: plan.table) else {
            throw .forbidden(message: "You may not export the rows of \(plan.table.name).")
        }
        do throws(StoreError) {
            let export = try await scope.store.export(plan.query)
            let writer = ExportWriter(format: format, columns: plan.columns, json: plan.json)
            return RowsOfRoute(
                export, named: plan.table.name, in: scope.store, writer: writer, failure: scope.store.routeError)
        } catch {
            throw scope.store.routeError(error)
        }
    }

    /// Returns all rows of SQL that an operator has typed.
    private func rows(
        of question: SQLQuestion, as format: ExportFormat, in store: GrantedStore
    ) async throws(RouteError) -> any ServedRows {
        guard !question.text.isEmpty else { throw .invalid(message: "Write a query: ?query=SELECT…") }
        let failure = { (error: StoreError) in
            error.isFailure
                ? RouteError.invalid(message: question.message(error.sqlReason)) : store.routeError(error)
        }
        do throws(StoreError) {
            let sorted = try await question.sorted(in: self.store)
            let export = try await store.export(sorted.query)
            let columns = sorted.columns.enumerated().map { ExportColumn(name: $1, place: $0) }
            let writer = ExportWriter(format: format, columns: columns) { value, _, _ in value.json }
            return RowsOfRoute(export, named: "query", in: store, writer: writer, failure: failure)
        } catch {
            throw failure(error)
        }
    }

    /// Returns the export of a declared list or of a table; `nil` for a route that is no list.
    private func exported(
        _ route: Route, as format: ExportFormat, for principal: Principal
    ) throws(RouteError) -> ExportPlan? {
        let scope = scope(of: principal)
        if let (screen, selection) = try declared(for: principal)?.rows(at: route) {
            guard screen.list.exports?.contains(format.rawValue) ?? true else {
                throw .forbidden(message: "This list has no export as \(format.rawValue).")
            }
            return screen.columns.isEmpty
                ? ExportPlan(selection, in: scope.blueprint) : ExportPlan(screen, selection, in: scope.blueprint)
        }
        guard route.segments.count == 1, hasDerivedScreens(for: principal) else { return nil }
        let table = scope.blueprint.schema.withPaths(try table(route, scope), in: route)
        return ExportPlan(try Selection(route, of: table, within: store.budget), in: scope.blueprint)
    }
}
