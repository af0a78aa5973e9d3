import Changes
import Lists
import PostgreSQL
import Tables

/// The row counts of tables and views. A table is counted again after a change of its rows.
final class TableCounts: WholeSource {
    let tablesRead: [String]? = nil
    private let connection: RoleConnection
    private let catalogue: Catalogue
    private var tables: [Table] { catalogue.schema.tables }
    private var rows: [ExactName: Row] = [:]

    /// How long counting one table, or one view, may take.
    private static let limits = (table: Duration.seconds(5), view: Duration.milliseconds(200))

    init(_ connection: RoleConnection, _ catalogue: Catalogue) {
        (self.connection, self.catalogue) = (connection, catalogue)
    }

    func isTouched(by changes: RowChanges) -> Bool { !changes.isEmpty }

    func names() -> [ExactName] { tables.map { ExactName($0.name) } }

    func follow(_ changes: RowChanges?) {
        guard let changes else { return rows = [:] }
        for table in tables where table.kind != .table || changes[table.name] != nil {
            rows[ExactName(table.name)] = nil
        }
    }

    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        var rows: [Int: Row] = [:]
        for position in positions { rows[position] = try row(of: tables[position]) }
        return rows
    }

    /// Returns a row of name, kind, number of rows or NULL, and the reason for NULL.
    private func row(of table: Table) throws(ScanError) -> Row {
        if let known = rows[ExactName(table.name)] { return known }
        var values: [SQLValue] = [.text(table.name), .text(table.kind.rawValue), .null, .null]
        do throws(PostgresFailure) {
            values[2] = try count(table)
        } catch {
            if error.isOfConnection { throw ScanError(error) }
            if !error.isCancellation { values[3] = .text(error.message) }
        }
        let row = Row(id: table.name, values: values)
        rows[ExactName(table.name)] = row
        return row
    }

    private func count(_ table: Table) throws(PostgresFailure) -> SQLValue {
        try connection.within(table.kind == .table ? Self.limits.table : Self.limits.view) {
            () throws(PostgresFailure) in
            try connection.run("SELECT count(*) FROM \(catalogue.path(of: table.name))").value(0, 0)
        }
    }
}
