import Tables

extension Store {
    /// Prepares to read all rows of a query of a table or view. Call ``end(_:)`` after use. The export fails if the
    /// file is replaced while it reads.
    ///
    /// - Throws: The reason why the file cannot be read.
    package func export(_ query: Query) async throws(StoreError) -> RowExport {
        let query = document == nil ? query : query.inFileOrder(schema)
        guard let table = schema.table(named: query.tableName) else {
            throw .failed("the table \(query.tableName) does not exist")
        }
        let path = try await connections { $0 }.place.path
        let export = try RowExport(
            path: path, table: table, query: query, within: configuration.budget, in: spoolRoom)
        exports.append(export)
        work.add("an export", export.watch)
        return export
    }

    /// Ends an export.
    package func end(_ export: RowExport) async {
        exports.removeAll { $0 === export }
        await export.close()
        work.remove(export.watch)
    }

    /// Ends all exports, because the file is about to be closed.
    func endExports() async {
        let open = exports
        exports = []
        for export in open {
            await export.close()
            work.remove(export.watch)
        }
    }
}
