import Lists
import Loop
import Scenes
import Stores

extension DatabaseCoordinator {
    /// Returns whether the route is that of a table or view.
    public func hasRows(at route: Route) -> Bool {
        route.segments.count == 1 && blueprint.table(at: route.segments[0]) != nil
    }

    /// Returns all rows of a list, with every column: filtered, searched and sorted as the list is, in one snapshot.
    public func rows(of route: Route, as format: ExportFormat) async throws(RouteError) -> (any ServedRows)? {
        await EventLoop.suspension { continuation in whenCurrent { continuation.resume() } }
        guard route.segments.count == 1 else { return nil }
        let selection = try Selection(route, of: try table(route), within: store.budget)
        let reader = RowReader(selection.table, in: blueprint, whole: true)
        do throws(StoreError) {
            let export = try await store.export(selection.query(columns: reader.columns))
            return TableExport(export, of: selection, in: store, writer: ExportWriter(format: format, reader: reader))
        } catch {
            throw .unavailable(code: error.code, message: error.message)
        }
    }
}
