import Lists
import Tables

extension Store {
    /// Prepares to read all rows of a query of a table or view, or of an SQL query. Call ``end(_:)``
    /// after use. The export fails if the file is replaced while it reads.
    ///
    /// - Throws: The reason why the file cannot be read.
    package func export(_ query: Query) async throws(StoreError) -> any RowExport {
        if case .sql = query.subject { return try await engine.export(query, of: nil) }
        guard let table = schema.table(named: query.tableName) else {
            throw .failed("the table \(query.tableName) does not exist")
        }
        return try await engine.export(engine.ordered(query, in: schema), of: schema.withPaths(table, for: query))
    }

    /// Ends an export.
    package func end(_ export: any RowExport) async {
        await engine.end(export)
    }
}
