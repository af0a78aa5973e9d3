extension Store {
    /// Makes ready to read all rows of a query of a table or view; ``end(_:)`` it when it is not needed any more. It ends by itself,
    /// with an error, when another file comes in the place of this one while it reads.
    ///
    /// - Throws: Why the file cannot be read.
    package func export(_ query: Query) async throws(StoreError) -> RowExport {
        let query = document == nil ? query : query.inFileOrder(schema)
        guard let table = schema.table(named: query.tableName) else {
            throw .failed("there is no table \(query.tableName)")
        }
        let path = try await connections { $0 }.place.path
        let export = try RowExport(
            path: path, table: table, query: query, within: configuration.budget, in: spoolRoom)
        exports.append(export)
        work.add("an export", export.watch)
        return export
    }

    /// Lets go of an export.
    package func end(_ export: RowExport) async {
        exports.removeAll { $0 === export }
        await export.close()
        work.remove(export.watch)
    }

    /// Lets go of all exports: the file is about to be closed.
    func endExports() async {
        let open = exports
        exports = []
        for export in open {
            await export.close()
            work.remove(export.watch)
        }
    }
}
