import Lists
import SQLite
import Tables

/// Scans the keys and the codes of all rows of a query. Prepared once.
final class CodeScan {
    private let connection: OpaquePointer
    private let text: QueryText
    /// The number of columns that a scan selects.
    private let columnCount: Int
    private let encoder: SortEncoder
    private let hasSections: Bool
    private var scan: RowScan?
    private var steps: StoredSteps?
    /// Absent before the first use; `nil` if no index has the order of the key.
    private var keySteps: KeySteps??

    init(
        _ connection: OpaquePointer, _ text: QueryText, columnCount: Int, _ encoder: SortEncoder, hasSections: Bool
    ) {
        (self.connection, self.text, self.columnCount) = (connection, text, columnCount)
        (self.encoder, self.hasSections) = (encoder, hasSections)
    }

    /// Adds all rows to an order.
    ///
    /// - Parameter pace: Runs the scan in steps. Requires ``QueryText/hasSteps``.
    func run(into order: RowCollector, at pace: ScanPace?) throws(ScanError) {
        order.isInOrder = text.isInOrder
        if case .rowid = text.table.key {
            let place = CInt(truncatingIfNeeded: text.keyPlace)
            try run(order, at: pace) { [encoder] row in
                order.add(row.integer(place), by: encoder.code(of: row)) { encoder.append(codeOf: row, to: &$0) }
            }
        } else {
            var writer = KeyWriter(text.table)
            let place = text.keyPlace
            try run(order, at: pace) { [encoder] row in
                let name = writer.name(of: row, from: place)
                order.add(name, by: encoder.code(of: row)) { encoder.append(codeOf: row, to: &$0) }
            }
        }
    }

    private func run(_ order: RowCollector, at pace: ScanPace?, _ add: (ArgumentRow) -> Void) throws(ScanError) {
        if hasSections {
            try pass(order, at: pace) { row in
                add(row)
                order.count(inSection: row.value(0))
            }
        } else {
            try pass(order, at: pace, add)
        }
    }

    private func pass(_ order: RowCollector, at pace: ScanPace?, _ add: (ArgumentRow) -> Void) throws(ScanError) {
        guard let pace else {
            return try ScanError.from { () throws(SQLFailure) in try scanOfCodes().forEach([], add) }
        }
        if order.isInOrder, let steps = try stepsByKey() {
            return try steps.forEach(at: pace, add) { () throws(ScanError) in try pace.outside {} }
        }
        order.isInOrder = false
        try stepsAsStored().forEach(at: pace, add) { () throws(ScanError) in try pace.between { order.soFar } }
    }

    private func stepsByKey() throws(ScanError) -> KeySteps? {
        if let keySteps { return keySteps }
        let steps = try ScanError.from { () throws(SQLFailure) in
            try KeySteps(connection, text, columns: columnCount)
        }
        keySteps = .some(steps)
        return steps
    }

    private func stepsAsStored() throws(ScanError) -> StoredSteps {
        if let steps { return steps }
        let steps = try ScanError.from { () throws(SQLFailure) in
            try StoredSteps(connection, text, columns: columnCount)
        }
        self.steps = steps
        return steps
    }

    private func scanOfCodes() throws(SQLFailure) -> RowScan {
        if let scan { return scan }
        let scan: RowScan
        if let ordered = try scanInOrder() {
            scan = ordered
        } else {
            scan = try RowScan(text.codes, columns: columnCount, on: connection)
        }
        self.scan = scan
        return scan
    }

    private func scanInOrder() throws(SQLFailure) -> RowScan? {
        guard text.isInOrder else { return nil }
        return try RowScan(inOrder: text.codes.sql, columns: columnCount, on: connection)
    }
}
