import CSQLite
import Changes

/// Keeps the totals of a table's groups, and the groups in order, as rows change: prepared on one connection.
final class TotalsPlan {
    let text: TotalsText
    let locator: RowLocator
    /// What old values tell; `nil` when all rows have to be read after each change.
    let former: FormerColumns?
    /// The groups by name.
    private(set) var groups: [RowName: TotalsGroup] = [:]
    /// Whether the groups are known.
    private(set) var isBuilt = false
    private let connection: OpaquePointer
    private let encoder: SortEncoder
    /// The places of the values that groups are sorted by.
    private let sortPlaces: [Int]
    private let affinity: Column.Affinity
    private let affinities: [Column.Affinity]
    private let statements = PreparedStatements()

    /// A plan for a query of totals.
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
            throw SQLFailure(code: SQLITE_ERROR, message: "the order names what is no total")
        }
        encoder = SortEncoder(query.sort.map { SortColumn(isDescending: $0.isDescending) } + [SortColumn()])
        affinity = table.column(named: subject.column)?.affinity ?? .blob
        affinities = subject.totals.map { table.column(named: $0.column)?.affinity ?? .blob }
        locator = RowLocator(table: table)
        self.connection = connection
        former = try FormerColumns(text)
    }

    /// Forgets the groups.
    func forget() {
        (groups, isBuilt) = ([:], false)
    }

    /// Reads all groups.
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

    /// The values of a group, if there is one of this name.
    func values(of name: RowName) throws(SQLFailure) -> [SQLValue]? {
        guard let group = groups[name] else { return nil }
        return try values(of: group)
    }

    private func values(of group: TotalsGroup) throws(SQLFailure) -> [SQLValue] {
        var values = [group.value]
        for tally in group.tallies { values.append(try tally.value()) }
        return values
    }

    /// How a group is called that has this value.
    func name(of value: SQLValue) -> RowName { RowName(KeyCodec.encode([value], [affinity])) }

    /// Where a group stands.
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
    /// Changes the group of a value; one without rows is none.
    func change(_ value: SQLValue, _ body: (inout TotalsGroup) -> Void) {
        let fresh = TotalsGroup(value: value, tallies: text.subject.totals.map { Tally($0.measure) })
        body(&groups[name(of: value), default: fresh])
    }

    /// Forgets a group if it has no rows, and reads it if it has to be.
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

    /// What the row of an id brings to its group now; `nil` if it is in none.
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

    /// The group in the present row of a statement.
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
