import Lists
import SQLite
import Tables

/// A query on one connection. Its SQL is prepared once.
class PreparedQuery: QuerySource {
    let connection: OpaquePointer
    let schema: Schema
    let query: Query
    private var reads: TablesRead?

    init(_ connection: OpaquePointer, _ schema: Schema, _ query: Query) {
        (self.connection, self.schema, self.query) = (connection, schema, query)
    }

    var tablesRead: [String]? { (try? tables())?.names }

    func isTouched(by changes: RowChanges) throws(ScanError) -> Bool {
        try ScanError.from { () throws(SQLFailure) in try tables().areTouched(by: changes) }
    }

    /// Returns the tables that the query reads.
    func tables() throws(SQLFailure) -> TablesRead {
        if let reads { return reads }
        let tables = try findTables()
        reads = tables
        return tables
    }

    private func findTables() throws(SQLFailure) -> TablesRead {
        var tables = TablesRead.only([])
        for name in [query.tableName] + query.parentTables(of: schema.table(named: query.tableName)) {
            guard let table = schema.table(named: name) else { return .any }
            tables.formUnion(try TablesRead(of: table, in: schema, connection))
        }
        return tables
    }
}
