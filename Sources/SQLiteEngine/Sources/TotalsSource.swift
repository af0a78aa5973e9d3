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
    private let key: GroupKey
    private let affinities: [Column.Affinity]
    private let statements = PreparedStatements()
    /// The foreign key whose label follows the totals.
    private let labelled: ForeignKey?
    /// The ranges of a histogram; `nil` for groups of one value.
    private var ranges: ValueRanges?
    /// Whether a value has come that does not fit the ranges.
    private var isUnfit = false

    /// Prepares a query of totals.
    init(
        _ connection: OpaquePointer, _ schema: Schema, _ query: Query, _ subject: TotalsOfTable, of table: Table
    ) throws(SQLFailure) {
        var rows = query
        rows.keys = nil
        labelled = query.labels.first { $0.isOnly(of: subject.column) }
        text = TotalsText(subject: subject, rows: QueryText(table: table, query: rows))
        for name in subject.columns where table.column(named: name) == nil {
            throw SQLFailure(code: SQLITE_ERROR, message: "no such column: \(name)")
        }
        let columns = query.columns
        sortPlaces = query.sort.compactMap { term in columns.firstIndex { ExactName($0) == ExactName(term.column) } }
        guard sortPlaces.count == query.sort.count else {
            throw SQLFailure(code: SQLITE_ERROR, message: "the sort order names a column that is not a total")
        }
        key = GroupKey(subject, of: table)
        let terms = query.sort.map { SortColumn(isDescending: $0.isDescending) }
        encoder = SortEncoder(terms + Array(repeating: SortColumn(), count: key.count))
        affinities = subject.totals.map { table.column(named: $0.column)?.affinity ?? .blob }
        locator = RowLocator(table: table)
        former = try FormerColumns(text)
        super.init(connection, schema, query)
    }

    var table: String { text.subject.table }
    var measures: [Total.Measure] { text.subject.totals.map(\.measure) }
    var memberColumns: Set<Int>? { former?.places }

    func forEachGroup(_ body: (TotalsGroup) throws(ScanError) -> Void) throws(ScanError) {
        guard measures.contains(where: { $0 != .rows }) || key.count > 1 else { return try countGroups(body) }
        var count = 0
        let statement = try ScanError.from { () throws(SQLFailure) in try SQLStatement(connection, text.groups) }
        statement.bind(text.rows.conditionValues)
        while try ScanError.from({ () throws(SQLFailure) in try statement.step() }) {
            count += 1
            if let limit = query.groupLimit, count > limit { throw tooManyGroups }
            try body(group(statement))
        }
    }

    private var tooManyGroups: ScanError {
        let columns = text.subject.groupColumns.joined(separator: ", ")
        return .query("\(columns) has too many different values to count, or too long ones")
    }

    /// Counts the rows of each group, without sorting them.
    private func countGroups(_ body: (TotalsGroup) throws(ScanError) -> Void) throws(ScanError) {
        var counts = ValueCounts(key.affinity, limit: query.groupLimit)
        let values = (text.rows.select("\(text.group) AS c0"), text.rows.conditionValues)
        try ScanError.from { () throws(SQLFailure) in
            try RowScan(values, columns: 1, on: connection).forEach { row in
                counts.add(row, 0)
                return !counts.isOverLimit
            }
        }
        guard !counts.isOverLimit else { throw tooManyGroups }
        guard text.subject.isInRanges else {
            return try counts.forEach { value, rows throws(ScanError) in try body(group(of: value, rows)) }
        }
        var (found, groups): ([SQLValue], [ExactName: TotalsGroup]) = ([], [:])
        counts.forEach { value, _ in found.append(value) }
        var ranges = ValueRanges(of: found)
        counts.forEach { value, rows in
            let start = ranges.start(of: value)
            let name = name(of: start)
            groups[name] = group(of: start, rows + (groups[name]?.rows ?? 0))
        }
        ranges.remember(groups: groups.count)
        (self.ranges, isUnfit) = (ranges, false)
        for group in groups.values { try body(group) }
    }

    private func group(of value: SQLValue, _ rows: Int64) -> TotalsGroup {
        let tallies = measures.map { measure in
            var tally = Tally(measure)
            tally.count = rows
            return tally
        }
        return TotalsGroup(value: value, rows: rows, tallies: tallies)
    }

    func details(of value: SQLValue) throws(ScanError) -> [SQLValue] {
        if let ranges { return [ranges.end(of: value)] }
        guard let labelled else { return [] }
        let sql = text.rows.label(labelled, ofValueIn: text.subject.column)
        return try ScanError.from { () throws(SQLFailure) in
            try statements.row(sql, [key.parts(of: value)[0]], connection) ?? [.null]
        }
    }

    func hasOutgrown(groups count: Int) -> Bool {
        isUnfit || count > query.groupLimit ?? .max || ranges?.hasOutgrown(groups: count) ?? false
    }

    func group(of value: SQLValue) throws(ScanError) -> TotalsGroup? {
        try ScanError.from { () throws(SQLFailure) in
            let parts = key.parts(of: value)
            let statement = try statements.statement(text.group(of: parts), connection)
            statement.bind(text.rows.conditionValues + parts.filter { $0 != .null })
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
                group: groupValue(groupKey(statement)),
                values: text.subject.totals.enumerated().map { place, total in
                    statement.value(place + self.key.count).taken(by: total.measure, affinities[place])
                })
        }
    }

    func formerMember(_ row: FormerRow) throws(ScanError) -> FormerMember {
        guard let former else { return .unknown }
        let found = try ScanError.from { () throws(SQLFailure) in try former.member(row) }
        guard ranges != nil, case .member(let member) = found else { return found }
        return .member(TotalsMember(group: groupValue(member.group), values: member.values))
    }

    /// Returns the value of the group in the current row of a statement.
    private func groupKey(_ statement: SQLStatement) -> SQLValue {
        key.value(of: (0..<key.count).map { statement.value($0) })
    }

    private func groupValue(_ value: SQLValue) -> SQLValue {
        guard let ranges else { return value }
        isUnfit = isUnfit || !ranges.fits(value)
        return ranges.start(of: value)
    }

    func name(of value: SQLValue) -> ExactName { key.name(of: value) }

    func shown(_ values: [SQLValue]) -> [SQLValue] { key.parts(of: values[0]) + values.dropFirst() }

    func code(of values: [SQLValue]) -> PlacedCode {
        let values = shown(values)
        let terms = sortPlaces.map { values[$0] } + values.prefix(key.count)
        let code = encoder.code(of: terms)
        var bytes: [UInt8] = []
        if !code.isWhole { encoder.append(codeOf: terms, to: &bytes) }
        return PlacedCode(code: code, bytes: bytes)
    }

    func isBefore(_ value: SQLValue, _ other: SQLValue) -> Bool { value.isBefore(other) }

    /// Returns the group in the current row of a statement.
    private func group(_ statement: SQLStatement) -> TotalsGroup {
        var group = TotalsGroup(value: groupKey(statement), rows: statement.integer(key.count), tallies: [])
        var place = key.count + 1
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
