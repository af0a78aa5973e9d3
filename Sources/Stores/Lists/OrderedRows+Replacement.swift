import Changes

/// The former place of a row, as far as it is known.
enum FormerPlace {
    /// The row did not exist.
    case none
    /// The place of this code, if the row was in the list.
    case code(SortCode)
    /// The place is unknown.
    case unknown
}

/// The code of a row, with all its bytes if the code is not whole.
struct PlacedCode {
    let code: SortCode
    let bytes: [UInt8]
    /// The value and the code of the row's section, if the list has sections.
    var section: SectionCode?

    /// Returns whether a row with this code and key comes before another.
    func isBefore<Key: Comparable>(_ other: PlacedCode, _ key: Key, _ otherKey: Key) -> Bool {
        if code.prefix != other.code.prefix { return code.prefix < other.code.prefix }
        return bytes == other.bytes ? key < otherKey : bytes.lexicographicallyPrecedes(other.bytes)
    }
}

/// The effect of reading rows again.
struct Replacement<Key: Hashable> {
    /// The former positions of rows that were in the list, ascending.
    let former: [ListDifference.Row<Key>]
    /// The present positions of rows that are in the list, ascending, and their sections.
    let present: [ListDifference.Row<Key>]
    let sections: [SectionCode]
}

extension OrderedSnapshot {
    /// Replaces rows that may have changed: removes them, and inserts those that belong in the list now. All others
    /// stay, so that the result is the present order.
    ///
    /// - Parameters:
    ///   - touched: The rows, each once, with their former places.
    ///   - code: Returns the present code of a row, or `nil` if it is not in the list. Also called for other rows whose
    ///     codes begin with the same bytes.
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

    /// Returns the edit that removes rows and inserts those with a present place, in order. The local reference to the
    /// rows ends here, so that they can be edited in place.
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
            // Earlier insertions shift this one.
            let entry = OrderedEntry(prefix: row.code.code.prefix, key: row.key)
            edit.inserted.append((entry, place + edit.inserted.count))
        }
        return edit
    }
}

extension OrderedRows {
    /// Returns the positions of rows, ascending, without those that are not in the list.
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
