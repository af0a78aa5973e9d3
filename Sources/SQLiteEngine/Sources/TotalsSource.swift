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
        if let groups = try scannedGroups() {
            for group in ranges(of: groups) ?? groups { try body(group) }
            return
        }
        var count = 0
        let statement = try ScanError.from { () throws(SQLFailure) in try SQLStatement(connection, text.groups) }
        statement.bind(text.rows.conditionValues)
        while try ScanError.from({ () throws(SQLFailure) in try statement.step() }) {
            count += 1
            if let limit = query.groupLimit, count > limit { throw tooManyGroups }
            let group = group(statement)
            if group.rows > 0 { try body(group) }
        }
    }

    private var tooManyGroups: ScanError {
        let columns = text.subject.groupColumns.joined(separator: ", ")
        return .query("\(columns) has too many different values to count, or too long ones")
    }

    /// Finds the groups without sorting the rows; `nil` if only SQLite can find them.
    private func scannedGroups() throws(ScanError) -> [TotalsGroup]? {
        guard !text.subject.isOfAll, key.count == 1, measures.count < RowScan.columnLimit,
            var groups = ScannedGroups(key.affinity, measures, limit: query.groupLimit)
        else { return nil }
        try ScanError.from { () throws(SQLFailure) in
            let (sql, columns) = text.contributions
            try groups.add(RowScan((sql, text.rows.conditionValues), columns: columns, on: connection))
        }
        guard !groups.isOverLimit else { throw tooManyGroups }
        return groups.all
    }

    /// Joins the groups of single values to ranges; `nil` for totals without ranges.
    private func ranges(of values: [TotalsGroup]) -> [TotalsGroup]? {
        guard text.subject.isInRanges else { return nil }
        var ranges = ValueRanges(of: values.map(\.value))
        var groups: [ExactName: TotalsGroup] = [:]
        for value in values {
            let start = ranges.start(of: value.value)
            let empty = TotalsGroup(value: start, tallies: measures.map { Tally($0) })
            groups[name(of: start), default: empty].count(value)
        }
        ranges.remember(groups: groups.count)
        (self.ranges, isUnfit) = (ranges, false)
        return Array(groups.values)
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

extension TotalsGroup {
    /// Adds the rows of another group to one whose totals are counts of rows.
    fileprivate mutating func count(_ other: TotalsGroup) {
        rows += other.rows
        for place in tallies.indices { tallies[place].count = rows }
    }
}
