import CSQLite
import Changes
import SQLite
import Tables

/// Updates the totals of a table's groups, and the order of the groups, as rows change. Prepared on one connection.
final class TotalsPlan {
    let text: TotalsText
    let locator: RowLocator
    /// The needed former values; `nil` if all rows must be read after each change.
    let former: FormerColumns?
    /// The groups by id.
    private(set) var groups: [RowName: TotalsGroup] = [:]
    /// Whether the groups have been read.
    private(set) var isBuilt = false
    private let connection: OpaquePointer
    private let encoder: SortEncoder
    /// The positions of the sort values among a group's values.
    private let sortPlaces: [Int]
    private let affinity: Column.Affinity
    private let affinities: [Column.Affinity]
    private let statements = PreparedStatements()

    /// Creates a plan for a query of totals.
    init(
        _ connection: OpaquePointer, _ table: Table, _ subject: TotalsOfTable, _ query: Query
    ) throws(SQLFailure) {
        var rows = query
        (rows.search, rows.keys) = (nil, nil)
        text = TotalsText(subject: subject, rows: QueryText(table: table, query: rows))
        let wanted = [subject.column] + subject.totals.filter { $0.measure != .rows }.map(\.column)
        for name in wanted where table.column(named: name) == nil {
            throw SQLFailure(code: SQLITE_ERROR, message: "no such column: \(name)")
        }
        let columns = query.columns
        sortPlaces = query.sort.compactMap { term in columns.firstIndex { RowName($0) == RowName(term.column) } }
        guard sortPlaces.count == query.sort.count else {
            throw SQLFailure(code: SQLITE_ERROR, message: "the sort order names a column that is not a total")
        }
        encoder = SortEncoder(query.sort.map { SortColumn(isDescending: $0.isDescending) } + [SortColumn()])
        affinity = table.column(named: subject.column)?.affinity ?? .blob
        affinities = subject.totals.map { table.column(named: $0.column)?.affinity ?? .blob }
        locator = RowLocator(table: table)
        self.connection = connection
        former = try FormerColumns(text)
    }

    /// Discards the groups.
    func forget() {
        (groups, isBuilt) = ([:], false)
    }

    /// Reads all groups, and returns their order.
    func build() throws(SQLFailure) -> Ordering {
        forget()
        let statement = try SQLStatement(connection, text.groups)
        statement.bind(text.rows.conditionValues)
        var found: [RowName: TotalsGroup] = [:]
        var builder = OrderedRowsBuilder<RowName>()
        while try statement.step() {
            let group = group(statement)
            let place = try place(of: group)
            found[name(of: group.value)] = group
            builder.add(name(of: group.value), by: place.code) { $0 += place.bytes }
        }
        (groups, isBuilt) = (found, true)
        return Ordering(rows: .names(OrderedSnapshot(builder.finish())))
    }

    /// Returns the values of the group with this id, if any.
    func values(of name: RowName) throws(SQLFailure) -> [SQLValue]? {
        guard let group = groups[name] else { return nil }
        return try values(of: group)
    }

    private func values(of group: TotalsGroup) throws(SQLFailure) -> [SQLValue] {
        var values = [group.value]
        for tally in group.tallies { values.append(try tally.value()) }
        return values
    }

    /// Returns the id of the group with this value.
    func name(of value: SQLValue) -> RowName { RowName(KeyCodec.encode([value], [affinity])) }

    /// Returns the place of a group in the order.
    func place(of group: TotalsGroup) throws(SQLFailure) -> PlacedCode {
        let values = try values(of: group)
        let terms = sortPlaces.map { values[$0] } + [group.value]
        let code = encoder.code(of: terms)
        var bytes: [UInt8] = []
        if !code.isWhole { encoder.append(codeOf: terms, to: &bytes) }
        return PlacedCode(code: code, bytes: bytes)
    }
}

extension TotalsPlan {
    /// Changes the group of a value, or a new one if there is none.
    func change(_ value: SQLValue, _ body: (inout TotalsGroup) -> Void) {
        let fresh = TotalsGroup(value: value, tallies: text.subject.totals.map { Tally($0.measure) })
        body(&groups[name(of: value), default: fresh])
    }

    /// Removes a group without rows, or reads a group if required.
    func settle(_ name: RowName, isUnread: Bool) throws(SQLFailure) {
        guard let group = groups[name] else { return }
        if group.rows == 0 {
            groups[name] = nil
        } else if isUnread {
            let statement = try statement(text.group(of: group.value))
            statement.bind(text.rows.conditionValues + (group.value == .null ? [] : [group.value]))
            defer { statement.reset() }
            groups[name] = try statement.step() ? self.group(statement) : nil
        }
    }

    /// Returns the contribution of the present row with this id; `nil` if it is in no group.
    func member(_ id: String) throws(SQLFailure) -> TotalsMember? {
        guard let condition = locator.exactCondition(for: id) else { return nil }
        let statement = try statement(text.row(where: condition.sql))
        statement.bind(text.rows.conditionValues + condition.values)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return TotalsMember(
            group: statement.value(0).canonical(affinity),
            values: text.subject.totals.enumerated().map { place, total in
                statement.value(place + 1).taken(by: total.measure, affinities[place])
            })
    }

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

    private func statement(_ sql: String) throws(SQLFailure) -> SQLStatement {
        try statements.statement(sql, connection)
    }
}
