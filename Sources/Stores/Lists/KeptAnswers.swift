import Changes

/// What a scan keeps from one answer to the next: the groups of totals, the numbers of rows, the statement of an app.
final class KeptAnswers {
    let counts: TableCounts
    /// The groups of a query of totals, or why there are none.
    let totals: Result<TotalsPlan, SQLFailure>?
    private let connection: OpaquePointer
    private let schema: Schema
    private let query: Query
    private var scan: SelectScan?
    private var reads: TablesRead?
    /// The number of the last commit that the last answer shows; `nil` after a failure.
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

    /// Forgets what is kept unless it is of this position, from which on the changes are known; from now on it is of none,
    /// until an answer is made.
    func begin(at position: Int64?) {
        if position == nil || position != self.position {
            try? totals?.get().forget()
            counts.forget()
        }
        self.position = nil
    }

    /// What is kept is of this position.
    func end(at position: Int64) {
        self.position = position
    }

    /// Whether totals are kept as rows change.
    var isIncremental: Bool { (try? totals?.get())?.former != nil }

    /// The columns whose old values tell what to take from totals, by their places in the table.
    var interests: Set<Int> { (try? totals?.get())?.former?.places ?? [] }

    /// The query that an app wrote.
    func select() throws(ScanError) -> SelectScan {
        if let scan { return scan }
        guard case .sql(let text) = query.subject else { throw .query("there is no SQL") }
        let new = try SelectScan(connection, schema, text, columns: query.columns)
        scan = new
        return new
    }

    /// The tables that the query reads.
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

    /// All groups in order.
    func totalsOrdering(of table: Table) throws(ScanError) -> Ordering {
        do throws(SQLFailure) {
            guard let totals else { throw SQLFailure(code: 1, message: "there are no totals of \(table.name)") }
            return try totals.get().build()
        } catch {
            throw ScanError(error)
        }
    }

    /// The groups at some positions.
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
