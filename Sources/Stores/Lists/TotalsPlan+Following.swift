import Changes
import SQLite
import Tables

/// The groups that a commit changes.
private struct TouchedGroups {
    /// The former places of the groups.
    var places: [RowName: FormerPlace] = [:]
    /// The groups whose rows must be read.
    var unread: Set<RowName> = []
}

extension TotalsPlan {
    /// Updates the groups after rows were touched. Returns `nil` if all groups must be read.
    func follow(_ rows: RowChanges.Rows, from ordering: Ordering) throws(SQLFailure) -> OrderStep? {
        guard let former, isBuilt, case .names(let list) = ordering.rows else { return nil }
        var touched = TouchedGroups()
        for (id, row) in rows.numbers.map({ (String($0.key), $0.value) }) + rows.names.map({ ($0.key.text, $0.value) })
        {
            var old: TotalsMember?
            switch try former.membership(row) {
            case .unknown: return nil
            case .none: break
            case .member(let member): old = member
            }
            let new = try member(id)
            guard old != new || old?.values.contains(nil) == true else { continue }
            if let old { try move(old, isComing: false, &touched) }
            if let new { try move(new, isComing: true, &touched) }
        }
        for name in touched.places.keys { try settle(name, isUnread: touched.unread.contains(name)) }
        let (groups, replacement) = try list.replacing(Array(touched.places)) { name throws(SQLFailure) in
            guard let group = self.groups[name] else { return nil }
            return try self.place(of: group)
        }
        return OrderStep(
            formerSections: nil, present: Ordering(rows: .names(groups)),
            difference: ListDifference(from: replacement.former, to: replacement.present),
            placed: replacement.present.map(\.position))
    }

    /// Adds a row to its group, or removes it.
    private func move(_ member: TotalsMember, isComing: Bool, _ touched: inout TouchedGroups) throws(SQLFailure) {
        let name = name(of: member.group)
        if touched.places[name] == nil {
            touched.places[name] = FormerPlace.none
            if let group = groups[name] { touched.places[name] = .code(try place(of: group).code) }
        }
        var isRight = true
        change(member.group) { group in
            group.rows += isComing ? 1 : -1
            for (index, value) in member.values.enumerated() {
                let isKept = value.map {
                    isComing ? group.tallies[index].add($0) : group.tallies[index].remove($0)
                }
                if isKept != true { isRight = false }
            }
        }
        if !isRight { touched.unread.insert(name) }
    }
}
