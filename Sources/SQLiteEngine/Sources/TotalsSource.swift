import CSQLite
import Changes
import Lists
import SQLite
import Tables

/// The totals of a table's groups of rows.
final class TotalsSource: PreparedQuery, GroupSource {
    private let text: TotalsText
    private let locator: RowLocator
    /// The needed former values; `nil` if all rows must be read after each change.
    private let former: FormerColumns?
    private let encoder: SortEncoder
    /// The positions of the sort values among a group's values.
    private let sortPlaces: [Int]
    private let affinity: Column.Affinity
    private let affinities: [Column.Affinity]
    private let statements = PreparedStatements()

    /// Prepares a query of totals.
    init(
        _ connection: OpaquePointer, _ schema: Schema, _ query: Query, _ subject: TotalsOfTable, of table: Table
    ) throws(SQLFailure) {
        var rows = query
        (rows.search, rows.keys) = (nil, nil)
        text = TotalsText(subject: subject, rows: QueryText(table: table, query: rows))
        let wanted = [subject.column] + subject.totals.filter { $0.measure != .rows }.map(\.column)
        for name in wanted where table.column(named: name) == nil {
            throw SQLFailure(code: SQLITE_ERROR, message: "no such column: \(name)")
        }
        let columns = query.columns
        sortPlaces = query.sort.compactMap { term in columns.firstIndex { ExactName($0) == ExactName(term.column) } }
        guard sortPlaces.count == query.sort.count else {
            throw SQLFailure(code: SQLITE_ERROR, message: "the sort order names a column that is not a total")
        }
        encoder = SortEncoder(query.sort.map { SortColumn(isDescending: $0.isDescending) } + [SortColumn()])
        affinity = table.column(named: subject.column)?.affinity ?? .blob
        affinities = subject.totals.map { table.column(named: $0.column)?.affinity ?? .blob }
        locator = RowLocator(table: table)
        former = try FormerColumns(text)
        super.init(connection, schema, query)
    }

    var table: String { text.subject.table }
    var measures: [Total.Measure] { text.subject.totals.map(\.measure) }
    var memberColumns: Set<Int>? { former?.places }

    func forEachGroup(_ body: (TotalsGroup) throws(ScanError) -> Void) throws(ScanError) {
        let statement = try ScanError.from { () throws(SQLFailure) in try SQLStatement(connection, text.groups) }
        statement.bind(text.rows.conditionValues)
        while try ScanError.from({ () throws(SQLFailure) in try statement.step() }) { try body(group(statement)) }
    }

    func group(of value: SQLValue) throws(ScanError) -> TotalsGroup? {
        try ScanError.from { () throws(SQLFailure) in
            let statement = try statements.statement(text.group(of: value), connection)
            statement.bind(text.rows.conditionValues + (value == .null ? [] : [value]))
            defer { statement.reset() }
            return try statement.step() ? group(statement) : nil
        }
    }

    func member(_ key: OrderKey) throws(ScanError) -> TotalsMember? {
        guard let condition = locator.exactCondition(for: key.text) else { return nil }
        return try ScanError.from { () throws(SQLFailure) in
            let statement = try statements.statement(text.row(where: condition.sql), connection)
            statement.bind(text.rows.conditionValues + condition.values)
            defer { statement.reset() }
            guard try statement.step() else { return nil }
            return TotalsMember(
                group: statement.value(0).canonical(affinity),
                values: text.subject.totals.enumerated().map { place, total in
                    statement.value(place + 1).taken(by: total.measure, affinities[place])
                })
        }
    }

    func formerMember(_ row: FormerRow) throws(ScanError) -> FormerMember {
        guard let former else { return .unknown }
        return try ScanError.from { () throws(SQLFailure) in try former.member(row) }
    }

    func name(of value: SQLValue) -> ExactName { ExactName(KeyCodec.encode([value], [affinity])) }

    func code(of values: [SQLValue]) -> PlacedCode {
        let terms = sortPlaces.map { values[$0] } + [values[0]]
        let code = encoder.code(of: terms)
        var bytes: [UInt8] = []
        if !code.isWhole { encoder.append(codeOf: terms, to: &bytes) }
        return PlacedCode(code: code, bytes: bytes)
    }

    func isBefore(_ value: SQLValue, _ other: SQLValue) -> Bool { value.isBefore(other) }

    /// Returns the group in the current row of a statement.
    private func group(_ statement: SQLStatement) -> TotalsGroup {
        var group = TotalsGroup(value: statement.value(0).canonical(affinity), rows: statement.integer(1), tallies: [])
        var place = 2
        for (total, affinity) in zip(text.subject.totals, affinities) {
            var tally = Tally(total.measure)
            tally.count = total.measure == .rows ? group.rows : statement.integer(place)
            switch total.measure {
            case .rows, .values: break
            case .least, .greatest: tally.rest = statement.value(place + 1).canonical(affinity)
            case .sum, .average:
                tally.sum = Int128(statement.integer(place + 1)) << 32 + Int128(statement.integer(place + 2))
                let isNaN = statement.value(place + 3) == .null && statement.integer(place + 4) > 0
                tally.rest = isNaN ? .real(.nan) : statement.value(place + 3)
            }
            group.tallies.append(tally)
            place += TotalsText.width(of: total.measure)
        }
        return group
    }
}
