import DataSources
import Lists
import Loop
import Scenes
import Stores
import Tables

extension AppCoordinator {
    /// Serves the files of a folder, such as uploads, each to those who may see a row that has its address in a column:
    ///
    ///     files(images, of: "Photo", in: "Car", by: rules)
    ///     files(folder, of: "File", in: "Attachment", name: "Name", type: "Type", by: rules)
    ///
    /// For all others the file does not exist. The rules have to grant the columns without a condition. A file that has
    /// been uploaded is visible once its address is in a row. If several rows have it, the first one names the file.
    ///
    /// - Parameters:
    ///   - name: The column with the name under which a browser saves the file.
    ///   - type: The column with the media type.
    public final func files(
        _ folder: FileFolder, of column: String, in table: String, name: String? = nil, type: String? = nil,
        by rules: AccessRules
    ) {
        limit(by: rules)
        let columns = [column, name, type].compactMap(\.self)
        addFiles(folder.pattern, isGranted: true) { file, principal in
            guard folder.mayHave(file) else { return nil }
            return { [unowned self] () async throws(RouteError) in
                let scope = rules.registry.scope(of: principal)
                let row = await scope.store.firstRow(of: table, columns, whereFirstIs: folder.address(of: file))
                await knowRights(of: principal)
                guard let row, rules.registry.scope(of: principal) === scope else { throw FileFolder.missing(file) }
                var served = try await folder.open(file)
                func text(of column: String?) -> String? {
                    column.flatMap { columns.firstIndex(of: $0) }.flatMap { String(sqlValue: row.values[$0]) }
                }
                served.name = text(of: name) ?? served.name
                served.type = text(of: type) ?? served.type
                return served
            }
        }
    }
}

extension GrantedStore {
    /// Returns the first visible row that has a text in the first of these columns, which must all be visible.
    fileprivate func firstRow(of table: String, _ columns: [String], whereFirstIs text: String) async -> Row? {
        var query = Query(table: table, columns: columns)
        query.filters = [.equal(columns[0], text)]
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
        return isKnown ? list.element(at: 0) : nil
    }
}
