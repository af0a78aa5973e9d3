import Lists
import SQLite
import Tables

/// The columns of tables that a view reads, which SQLite reports while it prepares the query.
package enum ViewColumns {
    /// Returns the columns that a view of a database file reads, such as `Ticket.Team`. A table whose rows are only
    /// counted is listed by its name.
    package static func read(by view: String, in path: String, _ schema: Schema) throws(StoreError) -> [String] {
        let found: [(table: String, column: String)]
        do throws(SQLFailure) {
            let connection = try SQLConnection(path, .reading, busyTimeout: .seconds(2))
            found = try SQLStatement.columnsRead(connection.handle, "SELECT * FROM main.\(view.quoted)")
        } catch {
            throw error.storeError
        }
        let tables = found.filter { schema.table(named: $0.table)?.kind != .view }
        let counted = tables.filter { read in
            read.column.isEmpty && !tables.contains { $0.table == read.table && !$0.column.isEmpty }
        }
        let named = tables.filter { !$0.column.isEmpty }.map { "\($0.table).\($0.column)" }
        return named + counted.map(\.table)
    }
}
