import Changes
import SQLite
import Tables

/// Results that a scan keeps from one answer to the next: the groups of totals, the row counts, and the statement of an
/// SQL query.
final class KeptAnswers {
    let counts: TableCounts
    /// The groups of a query of totals, or the reason for their absence; `nil` for other queries.
    let totals: Result<TotalsPlan, SQLFailure>?
    private let connection: OpaquePointer
    private let schema: Schema
    private let query: Query
    private var scan: SelectScan?
    private var reads: TablesRead?
    /// The number of the last commit in the last answer; `nil` after a failure.
    private var position: Int64?

    init(_ connection: OpaquePointer, _ schema: Schema, _ query: Query) {
        self.connection = connection
        self.schema = schema
        self.query = query
        counts = TableCounts(connection, schema)
        totals =
            if case .totals(let subject) = query.subject, let table = schema.table(named: subject.table),
                table.problem == nil
            {
                Result { () throws(SQLFailure) in
                    try TotalsPlan(connection, table, subject, query)
                }
            } else {
                nil
            }
    }

    /// Discards the kept results unless they belong to this position, from which the changes are known. Until
    /// ``end(at:)`` they belong to no position.
    func begin(at position: Int64?) {
        if position == nil || position != self.position {
            try? totals?.get().forget()
            counts.forget()
        }
        self.position = nil
    }

    /// Marks the kept results as belonging to this position.
    func end(at position: Int64) {
        self.position = position
    }

    /// Whether totals are updated row by row.
    var isIncremental: Bool { (try? totals?.get())?.former != nil }

    /// The positions of the columns whose former values are needed to update totals.
    var interests: Set<Int> { (try? totals?.get())?.former?.places ?? [] }

    /// Returns the scan of the app's SQL query.
    func select() throws(ScanError) -> SelectScan {
        if let scan { return scan }
        guard case .sql(let text) = query.subject else { throw .query("the list has no SQL") }
        let new = try SelectScan(connection, schema, text, columns: query.columns)
        scan = new
        return new
    }

    /// Returns the tables that the query reads.
    func tablesRead() throws(SQLFailure) -> TablesRead {
        if let reads { return reads }
        var tables = TablesRead.any
        switch query.subject {
        case .counts: break
        case .sql:
            guard let scan else { return .any }
            tables = scan.tables
        case .rows, .values, .digest, .totals:
            for name in [query.tableName] + query.labels.map(\.parentTable) {
                guard let table = schema.table(named: name) else { return .any }
                let more = try TablesRead(of: table, in: schema, connection)
                if name == query.tableName { tables = more } else { tables.formUnion(more) }
            }
        }
        reads = tables
        return tables
    }

    /// Returns all groups in order.
    func totalsOrdering(of table: Table) throws(ScanError) -> Ordering {
        do throws(SQLFailure) {
            guard let totals else { throw SQLFailure(code: 1, message: "the list has no totals of \(table.name)") }
            return try totals.get().build()
        } catch {
            throw ScanError(error)
        }
    }

    /// Returns the groups at some positions.
    func totalsRows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        var rows: [Int: Row] = [:]
        do throws(SQLFailure) {
            for position in positions {
                let id = ordering.id(at: position)
                guard let values = try totals?.get().values(of: RowName(id)) else { continue }
                rows[position] = Row(id: id, values: values)
            }
        } catch {
            throw ScanError(error)
        }
        return rows
    }
}
