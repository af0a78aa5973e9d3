import Changes
import Tables

/// The groups of a table's rows with their totals, and the order of the groups, updated as rows change.
final class TotalsOrder: ListOrder {
    private let source: any GroupSource
    /// The groups by id.
    private var groups: [ExactName: TotalsGroup] = [:]
    /// Whether the groups have been read.
    private var isBuilt = false
    private(set) var groupBytes = 0

    init(_ source: any GroupSource) {
        self.source = source
    }

    var basis: ListBasis {
        ListBasis(reads: source.tablesRead, rereads: source.memberColumns == nil ? source.tablesRead : [])
    }
    var interests: [ExactName: Set<Int>] { [ExactName(source.table): source.memberColumns ?? []] }
    var concern: ListConcern { ListConcern(tables: source.tablesRead?.map(ExactName.init)) }

    func forget() {
        (groups, groupBytes, isBuilt) = ([:], 0, false)
    }

    func find(after former: Ordering?, at pace: ScanPace?, within room: Int) throws(ScanError) -> Ordering {
        forget()
        do throws(ScanError) {
            var builder = OrderedRowsBuilder<ExactName>()
            try source.forEachGroup { group throws(ScanError) in
                let name = self.source.name(of: group.value)
                let code = try self.code(of: group)
                self.change(name) { $0 = group }
                guard self.groupBytes <= room else { throw .tooLong }
                builder.add(name, by: code.code) { $0 += code.bytes }
            }
            isBuilt = true
            return Ordering(rows: .names(OrderedSnapshot(builder.finish())))
        } catch {
            forget()
            throw error
        }
    }

    /// Changes a group, and counts its memory.
    private func change<Value>(_ name: ExactName, _ body: (inout TotalsGroup?) -> Value) -> Value {
        groupBytes -= groups[name]?.byteCount ?? 0
        defer { groupBytes += groups[name]?.byteCount ?? 0 }
        return body(&groups[name])
    }

    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        var rows: [Int: Row] = [:]
        for position in positions {
            let id = ordering.id(at: position)
            guard let group = groups[ExactName(id)] else { continue }
            rows[position] = Row(id: id, values: try source.shown(group.values()) + source.details(of: group.value))
        }
        return rows
    }

    func progress(
        from ordering: Ordering, _ changes: RowChanges, known: OrderStep?
    ) throws(ScanError) -> OrderProgress {
        guard isBuilt else { return .anywhere }
        guard try source.isTouched(by: changes) else { return .none }
        guard case .rows(let rows)? = changes[source.table], let step = try follow(rows, from: ordering) else {
            return .anywhere
        }
        return .to(step)
    }

    /// Returns the place of a group in the order.
    private func code(of group: TotalsGroup) throws(ScanError) -> PlacedCode {
        source.code(of: try group.values())
    }

    /// Returns the place of the group with this id, if there is one.
    private func code(ofGroup name: ExactName) throws(ScanError) -> PlacedCode? {
        guard let group = groups[name] else { return nil }
        return try code(of: group)
    }
}

/// The groups that a commit changes.
private struct TouchedGroups {
    /// The former places of the groups.
    var places: [ExactName: FormerPlace] = [:]
    /// The groups whose rows must be read.
    var unread: Set<ExactName> = []
}

extension TotalsOrder {
    /// Updates the groups after rows were touched. Returns `nil` if all groups must be read.
    private func follow(_ rows: RowChanges.Rows, from ordering: Ordering) throws(ScanError) -> OrderStep? {
        guard source.memberColumns != nil, case .names(let list) = ordering.rows else { return nil }
        var touched = TouchedGroups()
        for (key, row) in rows.all {
            var old: TotalsMember?
            switch try source.formerMember(row) {
            case .unknown: return nil
            case .none: break
            case .member(let member): old = member
            }
            let new = try source.member(key)
            guard old != new || old?.values.contains(nil) == true else { continue }
            if let old { try move(old, isComing: false, &touched) }
            if let new { try move(new, isComing: true, &touched) }
        }
        for name in touched.places.keys { try settle(name, isUnread: touched.unread.contains(name)) }
        guard !source.hasOutgrown(groups: groups.count) else { return nil }
        let (groups, replacement) = try list.replacing(Array(touched.places)) { name throws(ScanError) in
            try self.code(ofGroup: name)
        } isBefore: { row, other, code throws(ScanError) in
            try self.isBefore(row, other, code)
        }
        return OrderStep(
            formerSections: nil, present: Ordering(rows: .names(groups)),
            difference: ListDifference(from: replacement.former, to: replacement.present),
            placed: replacement.present.map(\.position))
    }

    private func isBefore(
        _ row: CodedKey<ExactName>, _ other: ExactName, _ code: PlacedCode?
    ) throws(ScanError) -> Bool {
        let read = if let code { code } else { try self.code(ofGroup: other) }
        guard let code = read else { return false }
        return row.code.bytes == code.bytes ? row.key < other : row.code.bytes.lexicographicallyPrecedes(code.bytes)
    }

    /// Adds a row to its group, or removes it.
    private func move(_ member: TotalsMember, isComing: Bool, _ touched: inout TouchedGroups) throws(ScanError) {
        let name = source.name(of: member.group)
        if touched.places[name] == nil {
            touched.places[name] = FormerPlace.none
            if let group = groups[name] { touched.places[name] = .code(try code(of: group).code) }
        }
        let fresh = TotalsGroup(value: member.group, tallies: source.measures.map { Tally($0) })
        let isRight = change(name) { group in
            group = group ?? fresh
            return group?.take(member.values, isComing: isComing, isBefore: source.isBefore) ?? false
        }
        if !isRight { touched.unread.insert(name) }
    }

    /// Removes a group without rows, or reads a group if required.
    private func settle(_ name: ExactName, isUnread: Bool) throws(ScanError) {
        guard let group = groups[name] else { return }
        if group.rows == 0 {
            change(name) { $0 = nil }
        } else if isUnread {
            let read = try source.group(of: group.value)
            change(name) { $0 = read }
        }
    }
}

extension TotalsGroup {
    /// Returns the value of the group and its totals.
    fileprivate func values() throws(ScanError) -> [SQLValue] {
        var values = [value]
        for tally in tallies { values.append(try tally.value()) }
        return values
    }

    /// Adds or removes a row.
    ///
    /// - Returns: Whether all tallies are correct now. If not, the group must be read.
    fileprivate mutating func take(
        _ values: [SQLValue?], isComing: Bool, isBefore: (SQLValue, SQLValue) -> Bool
    ) -> Bool {
        rows += isComing ? 1 : -1
        var isRight = true
        for (index, value) in values.enumerated() {
            let isKept = value.map {
                isComing ? tallies[index].add($0, isBefore: isBefore) : tallies[index].remove($0)
            }
            if isKept != true { isRight = false }
        }
        return isRight
    }
}
