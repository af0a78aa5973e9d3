import Changes

/// Where a row stood, as far as is known.
enum FormerPlace {
    /// It was not there.
    case none
    /// At this place in the order, if it was in the list.
    case code(SortCode)
    /// That is not known.
    case unknown
}

/// The code of a row, with all its bytes if it is not whole.
struct PlacedCode {
    let code: SortCode
    let bytes: [UInt8]
    /// What its section is called and placed by, if the list has sections.
    var section: SectionCode?

    /// Whether a row of this code and key comes before another.
    func isBefore<Key: Comparable>(_ other: PlacedCode, _ key: Key, _ otherKey: Key) -> Bool {
        if code.prefix != other.code.prefix { return code.prefix < other.code.prefix }
        return bytes == other.bytes ? key < otherKey : bytes.lexicographicallyPrecedes(other.bytes)
    }
}

/// What became of rows that were looked at again.
struct Replacement<Key: Hashable> {
    /// Where those stood that were in the list, ascending.
    let former: [ListDifference.Place<Key>]
    /// Where those stand that are in the list, ascending, and in which section.
    let present: [ListDifference.Place<Key>]
    let sections: [SectionCode]
}

extension OrderedSnapshot {
    /// Looks again at rows that may have changed: takes them out and puts those in that belong into the list now. All
    /// others stay as they are, so that the outcome is the order of now.
    ///
    /// - Parameters:
    ///   - touched: The rows, each once, with where each stood.
    ///   - code: The code that a row has now; `nil` when it is not in the list. Asked of other rows too, where codes tie
    ///     in their first bytes.
    /// - Complexity: O(m log n) for m rows whose former place is known, else O(n) more.
    func replacing<Failure>(
        _ touched: [(key: Key, value: FormerPlace)], code: (Key) throws(Failure) -> PlacedCode?
    ) throws(Failure) -> (snapshot: OrderedSnapshot, replacement: Replacement<Key>) {
        var placed: [(code: PlacedCode, key: Key)] = []
        for row in touched {
            if let code = try code(row.key) { placed.append((code, row.key)) }
        }
        if placed.count > 1 { placed.sort { $0.code.isBefore($1.code, $0.key, $1.key) } }
        let edit = try edit(of: touched, placed, code)
        let replacement = Replacement(
            former: edit.removed.map { .init($0.entry.key, at: $0.position) },
            present: edit.inserted.map { .init($0.entry.key, at: $0.position) },
            sections: placed.compactMap(\.code.section))
        return (edited(by: edit), replacement)
    }

    /// What takes rows out and puts those that have a place now, in order, in. The rows are let go of at the end, so that
    /// they can be edited where they are.
    private func edit<Failure>(
        of touched: [(key: Key, value: FormerPlace)], _ placed: [(code: PlacedCode, key: Key)],
        _ code: (Key) throws(Failure) -> PlacedCode?
    ) throws(Failure) -> OrderedEdit<Key> {
        let rows = rows
        let gone = rows.positions(of: touched)
        var edit = OrderedEdit(removed: gone.map { (rows.entry(at: $0), $0) }, inserted: [])
        for row in placed {
            let place = try rows.place(of: row.key, by: row.code.code, without: gone) { other throws(Failure) in
                try code(other).map { row.code.isBefore($0, row.key, other) } ?? false
            }
            // Those that come before it are put in before.
            let entry = OrderedEntry(prefix: row.code.code.prefix, key: row.key)
            edit.inserted.append((entry, place + edit.inserted.count))
        }
        return edit
    }
}

extension OrderedRows {
    /// Where rows stand, ascending; those that are not in the list are left out.
    fileprivate func positions(of touched: [(key: Key, value: FormerPlace)]) -> [Int] {
        var positions: [Int] = []
        var unknown: Set<Key> = []
        for (key, place) in touched {
            switch place {
            case .none: break
            case .code(let code):
                if let position = position(of: key, by: code) { positions.append(position) }
            case .unknown: unknown.insert(key)
            }
        }
        if !unknown.isEmpty { positions += self.positions(of: unknown).values }
        if positions.count > 1 { positions.sort() }
        return positions
    }
}
