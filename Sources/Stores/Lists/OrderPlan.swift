import CSQLite
import Changes
import SQLite
import Tables

/// Keeps the rows of a query of one table in order as single rows change. Prepared on one connection.
///
/// The order consists of codes whose bytes compare as SQLite compares the values (``SortEncoder``). Rows with equal
/// sort columns are ordered by their key: it is the last part of every code, or the row id itself.
final class OrderPlan {
    private let connection: OpaquePointer
    private let text: QueryText
    private let locator: RowLocator
    /// The number of columns that a scan selects.
    private let columnCount: Int
    private let encoder: SortEncoder
    /// Encodes the value of a section alone.
    private let sectionEncoder: SortEncoder?
    /// The columns of the code, by their positions in the table; `nil` for a row id that is not a column.
    private let places: [Int?]
    /// The parameters of the query's conditions.
    private let conditionValues: [SQLValue]
    private let statements = PreparedStatements()
    /// Scans the codes of all rows.
    private var scan: RowScan?
    private var steps: StoredSteps?
    /// Absent before the first use; `nil` if no index has the order of the key.
    private var keySteps: KeySteps??
    /// Selects the code of the row whose row id is its last parameter.
    private var numberStatement: SQLStatement?

    /// Creates a plan for a query. Returns `nil` if only SQLite can find the order:
    ///
    /// - of views and virtual tables
    /// - of rows without an identity
    /// - of texts whose collation is unknown
    /// - by more columns than a scan may have
    init?(_ connection: OpaquePointer, _ table: Table, _ query: Query) {
        guard table.keepsOrder else { return nil }
        text = QueryText(table: table, query: query)
        var columns: [SortColumn] = []
        var places: [Int?] = []
        if let section = query.section {
            columns.append(SortColumn(isDescending: section.isDescending))
            places.append(section.column.flatMap(table.place(ofColumn:)))
        }
        sectionEncoder = query.section.map { _ in SortEncoder(columns) }
        for term in text.codeTerms {
            let place = table.place(ofColumn: term.column)
            let name = place.map { table.columns[$0].collation } ?? "BINARY"
            guard let collation = SortColumn.Collation(named: name) else { return nil }
            columns.append(SortColumn(collation: collation, isDescending: term.isDescending))
            places.append(place)
        }
        locator = RowLocator(table: table)
        columnCount = text.keyPlace + locator.keyColumns.count
        guard columnCount <= RowScan.columnLimit else { return nil }
        self.connection = connection
        self.places = places
        conditionValues = text.conditionValues
        encoder = SortEncoder(columns)
    }

    /// The name of the order, equal for lists with the same rows in the same order.
    var orderName: RowName { RowName(text.orderName) }

    /// The positions of the columns whose former values determine a row's former position.
    var interests: Set<Int> { Set(places.compactMap(\.self)) }

    /// Whether a scan of all rows may run in steps.
    var hasSteps: Bool { text.hasSteps }

    /// Whether the query searches texts, for which every row is scanned.
    var isTextSearch: Bool { text.isTextSearch }

    /// Returns all rows in order. If the order of the rows equals that of `former`, the snapshot is identical (`===`).
    ///
    /// - Parameter pace: Runs the scan in steps. Requires ``hasSteps``.
    func build(after former: Ordering?, at pace: ScanPace?) throws(SQLFailure) -> Ordering {
        var counts: [SectionValue: Int]? = sectionEncoder.map { _ in [:] }
        let rows: RowOrder
        if case .rowid = text.table.key {
            let place = CInt(truncatingIfNeeded: text.keyPlace)
            rows = try build(&counts, after: former?.rows.numbers, RowOrder.numbers, at: pace) { $0.integer(place) }
        } else {
            var writer = KeyWriter(text.table)
            let place = text.keyPlace
            rows = try build(&counts, after: former?.rows.names, RowOrder.names, at: pace) {
                writer.name(of: $0, from: place)
            }
        }
        return Ordering(rows: rows, sections: counts.map { SectionTable(counts: $0, code: sectionCode) })
    }

    private func build<Key>(
        _ counts: inout [SectionValue: Int]?, after former: OrderedSnapshot<Key>?,
        _ order: (OrderedSnapshot<Key>) -> RowOrder, at pace: ScanPace?, _ key: (ArgumentRow) -> Key
    ) throws(SQLFailure) -> RowOrder {
        if let rows = try buildInOrder(after: former, at: pace, key) { return order(rows) }
        var builder = OrderedRowsBuilder<Key>()
        func add(_ row: ArgumentRow) {
            builder.add(key(row), by: encoder.code(of: row)) { encoder.append(codeOf: row, to: &$0) }
            counts?[SectionValue(row.value(0)), default: 0] += 1
        }
        guard let pace else {
            try scanOfCodes().forEach { add($0) }
            return order(builder.finish(after: former))
        }
        try scanInSteps().forEach(at: pace, { add($0) }) { () throws(SQLFailure) in
            try pace.between { Ordering(rows: order(OrderedSnapshot(builder.finish()))) }
        }
        return try pace.outside { order(builder.finish(after: former)) }
    }

    /// Returns the rows of a list that is ordered by its key, as an index has them; `nil` for any other list.
    private func buildInOrder<Key>(
        after former: OrderedSnapshot<Key>?, at pace: ScanPace?, _ key: (ArgumentRow) -> Key
    ) throws(SQLFailure) -> OrderedSnapshot<Key>? {
        guard text.isInOrder else { return nil }
        var writer = OrderedRowsWriter<Key>()
        func add(_ row: ArgumentRow) {
            writer.append(OrderedEntry(prefix: encoder.code(of: row).prefix, key: key(row)))
        }
        guard let pace else {
            try scanOfCodes().forEach { add($0) }
            return writer.finish(after: former)
        }
        guard let steps = try stepsByKey() else { return nil }
        try steps.forEach(at: pace, { add($0) }) { () throws(SQLFailure) in try pace.outside {} }
        return try pace.outside { writer.finish(after: former) }
    }

    private func stepsByKey() throws(SQLFailure) -> KeySteps? {
        if let keySteps { return keySteps }
        let steps = try KeySteps(connection, text, columns: columnCount)
        keySteps = .some(steps)
        return steps
    }

    private func scanInSteps() throws(SQLFailure) -> StoredSteps {
        if let steps { return steps }
        let steps = try StoredSteps(connection, text, columns: columnCount)
        self.steps = steps
        return steps
    }

    private func scanInOrder() throws(SQLFailure) -> RowScan? {
        guard text.isInOrder else { return nil }
        return try RowScan(inOrder: text.codes.sql, columns: columnCount, on: connection)
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

    private func sectionCode(_ value: SQLValue) -> [UInt8] {
        var bytes: [UInt8] = []
        sectionEncoder?.append(codeOf: [value], to: &bytes)
        return bytes
    }
}

extension OrderPlan {
    /// Reads rows that may have changed, and moves them to their present positions. Returns `nil` when the whole order
    /// must be found again.
    func replace(_ rows: RowChanges.Rows, in ordering: Ordering) throws(SQLFailure) -> OrderStep? {
        switch ordering.rows {
        case .numbers(let list):
            let statement = try statementForNumbers()
            let (order, replacement) = try list.replacing(rows.numbers.map { ($0, place($1)) }) {
                key throws(SQLFailure) in
                statement.bind(key, at: self.conditionValues.count)
                return try self.code(statement)
            }
            return step(from: ordering, to: .numbers(order), replacement)
        case .names(let list):
            let (order, replacement) = try list.replacing(rows.names.map { ($0, place($1)) }) {
                key throws(SQLFailure) in
                guard let row = self.locator.exactCondition(for: key.text) else { return nil }
                return try self.code(where: row.sql, row.values)
            }
            return step(from: ordering, to: .names(order), replacement)
        case .found, .glimpse: return nil
        }
    }

    private func statementForNumbers() throws(SQLFailure) -> SQLStatement {
        if let numberStatement { return numberStatement }
        let statement = try SQLStatement(connection, text.code(where: locator.numberCondition))
        statement.bind(conditionValues)
        numberStatement = statement
        return statement
    }

    private func step<Key>(from former: Ordering, to rows: RowOrder, _ replacement: Replacement<Key>) -> OrderStep {
        var step = OrderStep(
            formerSections: former.sections, present: Ordering(rows: rows, sections: former.sections),
            difference: ListDifference(from: replacement.former, to: replacement.present),
            placed: replacement.present.map(\.position))
        guard let old = former.sections else { return step }
        var new = old
        new.replace(replacement.former.map(\.position), with: replacement.sections)
        step.present.sections = new
        let moved = Set(step.difference.moves.map(\.to))
        let origins = Dictionary(
            replacement.former.map { ($0.id, $0.position) }, uniquingKeysWith: { first, _ in first })
        for (row, section) in zip(replacement.present, replacement.sections) where !moved.contains(row.position) {
            guard let origin = origins[row.id], old.runs[old.section(at: origin)].code != section.code else { continue }
            step.transfers.append(ListDifference.Move(from: origin, to: row.position))
        }
        return step
    }

    /// Returns the code of the row that matches a condition, if it is in the list.
    private func code(where condition: String, _ key: [SQLValue]) throws(SQLFailure) -> PlacedCode? {
        let statement = try statements.statement(named: condition, connection) { text.code(where: condition) }
        statement.bind(conditionValues + key)
        return try code(statement)
    }

    /// Returns the code that a statement selects, if any.
    private func code(_ statement: SQLStatement) throws(SQLFailure) -> PlacedCode? {
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        let code = encoder.code(of: statement.row)
        var bytes: [UInt8] = []
        if !code.isWhole { encoder.append(codeOf: statement.row, to: &bytes) }
        var placed = PlacedCode(code: code, bytes: bytes)
        if sectionEncoder != nil {
            let value = SectionValue(statement.value(0)).value
            placed.section = SectionCode(value: value, code: sectionCode(value))
        }
        return placed
    }

    /// Returns the former place of a row, given the former values of its columns.
    private func place(_ former: FormerRow) -> FormerPlace {
        switch former {
        case .absent: return .none
        case .unknown: return .unknown
        case .present(let values):
            var old: [SQLValue] = []
            for place in places {
                guard let place, let value = values[place] else { return .unknown }
                old.append(value)
            }
            return .code(encoder.code(of: old))
        }
    }
}
