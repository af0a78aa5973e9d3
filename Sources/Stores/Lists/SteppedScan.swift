/// Goes through the rows of a query in steps, in the order in which the table is stored: what one step has seen, the next does
/// not look at again, also in another transaction.
final class SteppedScan {
    private let connection: OpaquePointer
    private let text: QueryText
    private let columnCount: Int
    /// Finds where a step ends, by where it begins: from the first row on, and behind a row.
    private let firstEnd: SQLStatement
    private let nextEnd: SQLStatement
    /// The passes, by whether they have a beginning and an end.
    private var scans: [[Bool]: RowScan] = [:]

    /// A scan of the codes of a query.
    ///
    /// - Parameter columnCount: The number of columns that its text selects.
    init(_ connection: OpaquePointer, _ text: QueryText, columns columnCount: Int) throws(SQLFailure) {
        self.connection = connection
        self.text = text
        self.columnCount = columnCount
        firstEnd = try SQLStatement(connection, text.stepEnd(isFirst: true))
        nextEnd = try SQLStatement(connection, text.stepEnd(isFirst: false))
    }

    /// Calls `body` with each row that there is now, and `between` after each step.
    func forEach(
        at pace: ScanPace, _ body: (ArgumentRow) -> Void, between: () throws(SQLFailure) -> Void
    ) throws(SQLFailure) {
        var start: [SQLValue] = []
        var isOver = false
        while !isOver {
            let clock = ContinuousClock.now
            let end = try self.end(ofStepFrom: start, rows: pace.rows)
            try scan(from: start, to: end).forEach(start + end, body)
            pace.note(ContinuousClock.now - clock)
            (start, isOver) = (end, end.isEmpty)
            try between()
        }
    }

    /// The key of the last row of a step; nothing for the last step.
    private func end(ofStepFrom start: [SQLValue], rows: Int) throws(SQLFailure) -> [SQLValue] {
        let statement = start.isEmpty ? firstEnd : nextEnd
        statement.bind(start + [.integer(Int64(rows))])
        defer { statement.reset() }
        return try statement.step() ? statement.values : []
    }

    private func scan(from start: [SQLValue], to end: [SQLValue]) throws(SQLFailure) -> RowScan {
        let bounds = [!start.isEmpty, !end.isEmpty]
        if let known = scans[bounds] { return known }
        let sql = text.step(hasStart: bounds[0], hasEnd: bounds[1])
        let scan = try RowScan((sql, text.conditionValues), columns: columnCount, on: connection)
        scans[bounds] = scan
        return scan
    }
}
