import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

extension DatabaseCoordinator {
    /// Returns whether the route leads to a table or a view.
    public func hasRows(at route: Route, for principal: Principal) -> Bool {
        let scope = scope(of: principal)
        guard route.segments.count == 1, let table = scope.blueprint.table(at: route.segments[0]) else { return false }
        return scope.blueprint.allowsExport(of: table)
    }

    /// Returns all rows of a list that a principal may see, with every visible column or those that the route names:
    /// filtered, searched and sorted as the list is, in one snapshot.
    public func rows(
        of route: Route, as format: ExportFormat, for principal: Principal
    ) async throws(RouteError) -> (any ServedRows)? {
        await EventLoop.suspension { continuation in whenCurrent(for: principal) { continuation.resume() } }
        guard route.segments.count == 1 else { return nil }
        let scope = scope(of: principal)
        let table = try table(route, scope)
        guard scope.blueprint.allowsExport(of: table) else {
            throw .forbidden(message: "You may not export the rows of \(table.name).")
        }
        let selection = try Selection(route, of: table, within: store.budget)
        let reader = RowReader(
            selection.table, in: scope.blueprint, whole: true,
            showing: selection.columns.isEmpty ? nil : selection.columns)
        do throws(StoreError) {
            let export = try await scope.store.export(selection.query(columns: reader.columns))
            return TableExport(
                export, of: selection, in: scope.store, writer: ExportWriter(format: format, reader: reader))
        } catch {
            throw scope.store.routeError(error)
        }
    }
}
