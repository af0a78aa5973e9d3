import Lists
import SQLite
import Tables

/// A scan of all rows of a query in steps, between which another transaction may begin.
protocol SteppedScan {
    /// Calls `body` with the rows of one step.
    ///
    /// - Parameters:
    ///   - start: The end of the last step; empty before the first.
    ///   - rows: The number of rows to scan.
    /// - Returns: The end of the step; empty for the last one.
    func step(
        from start: [SQLValue], rows: Int, _ body: (ArgumentRow) -> Void
    ) throws(SQLFailure) -> [SQLValue]
}

extension SteppedScan {
    /// Calls `body` with each present row, and `between` after each step.
    func forEach(
        at pace: ScanPace, _ body: (ArgumentRow) -> Void, between: () throws(ScanError) -> Void
    ) throws(ScanError) {
        var start: [SQLValue] = []
        repeat {
            let clock = ContinuousClock.now
            start = try ScanError.from { () throws(SQLFailure) in try step(from: start, rows: pace.rows, body) }
            pace.record(ContinuousClock.now - clock)
            try between()
        } while !start.isEmpty
    }
}

/// A scan in the order in which the table is stored.
final class StoredSteps: SteppedScan {
    private let connection: OpaquePointer
    private let text: QueryText
    private let columnCount: Int
    /// Find the end of a step from its start: from the first row, and after a row.
    private let firstEnd: SQLStatement
    private let nextEnd: SQLStatement
    /// The scans of steps, by whether they have a start and an end.
    private var scans: [[Bool]: RowScan] = [:]

    /// Creates a scan of the codes of a query.
    ///
    /// - Parameter columnCount: The number of columns that the query's text selects.
    init(_ connection: OpaquePointer, _ text: QueryText, columns columnCount: Int) throws(SQLFailure) {
        self.connection = connection
        self.text = text
        self.columnCount = columnCount
        firstEnd = try SQLStatement(connection, text.stepEnd(isFirst: true))
        nextEnd = try SQLStatement(connection, text.stepEnd(isFirst: false))
    }

    func step(
        from start: [SQLValue], rows: Int, _ body: (ArgumentRow) -> Void
    ) throws(SQLFailure) -> [SQLValue] {
        let end = try self.end(ofStepFrom: start, rows: rows)
        try scan(from: start, to: end).forEach(start + end, body)
        return end
    }

    /// Returns the key of the last row of a step; empty for the last step.
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
