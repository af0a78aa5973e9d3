import DataSources
import Lists
import Loop
import Scenes
import Stores
import Tables

extension AppCoordinator {
    /// Serves the files of a folder, such as uploaded images, each to those who may see a row that has its address in a
    /// column:
    ///
    ///     files(images, of: "Photo", in: "Car", by: rules)
    ///
    /// For all others the file does not exist. The rules have to grant the column without a condition. A file that has
    /// been uploaded is visible once its address is in a row.
    public final func files(
        _ folder: FileFolder, of column: String, in table: String, by rules: AccessRules
    ) {
        limit(by: rules)
        addFiles(folder.pattern, isGranted: true) { name, principal in
            guard folder.mayHave(name) else { return nil }
            return { [unowned self] () async throws(RouteError) in
                let scope = rules.registry.scope(of: principal)
                let isVisible = await scope.store.hasRow(in: table, where: column, is: folder.address(of: name))
                await knowRights(of: principal)
                guard isVisible, rules.registry.scope(of: principal) === scope else { throw FileFolder.missing(name) }
                return try await folder.read(name)
            }
        }
    }
}

extension GrantedStore {
    /// Whether a visible row has this text in a visible column.
    fileprivate func hasRow(in table: String, where column: String, is text: String) async -> Bool {
        var query = Query(table: table, columns: [column])
        query.filters = [.equal(column, text)]
        let list = open(query)
        defer { list.close() }
        let gate = Gate()
        var isKnown = false
        list.onEvent = { event in
            if case .failed(let problem) = event, problem != nil { gate.open() }
            guard case .refreshed = event else { return }
            isKnown = true
            gate.open()
        }
        list.display([0..<1])
        await gate.pass()
        return isKnown && list.count > 0
    }
}
