import Changes

/// The former place of a row, if it is known.
package enum FormerPlace: Sendable {
    /// The row did not exist.
    case none
    /// The place of this code, if the row was in the list.
    case code(SortCode)
    /// The place is unknown.
    case unknown
}

/// The code of a row, with all its bytes if the code is not whole.
package struct PlacedCode: Sendable {
    package let code: SortCode
    package let bytes: [UInt8]
    /// The value and the code of the row's section, if the list has sections.
    package var section: SectionCode?

    /// Creates a code.
    package init(code: SortCode, bytes: [UInt8], section: SectionCode? = nil) {
        (self.code, self.bytes, self.section) = (code, bytes, section)
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
    ///   - code: Returns the present code of a row, or `nil` if it is not in the list.
    ///   - isBefore: Returns whether a row comes before another whose code begins with the same bytes. The code of the
    ///     other row is `nil` if it was not read.
    /// - Complexity: O(m log n) for m rows whose former place is known, else O(n) more.
    func replacing<Failure>(
        _ touched: [(key: Key, value: FormerPlace)], code: (Key) throws(Failure) -> PlacedCode?,
        isBefore: TieBreak<Key, Failure>
    ) throws(Failure) -> (snapshot: OrderedSnapshot, replacement: Replacement<Key>) {
        var placed: [CodedKey<Key>] = []
        for row in touched {
            if let code = try code(row.key) { placed.append((code, row.key)) }
        }
        if placed.count > 1 { try placed.sort(breakingTiesBy: isBefore) }
        let edit = try edit(of: touched, placed, isBefore)
        let replacement = Replacement(
            former: edit.removed.map { .init($0.entry.key, at: $0.position) },
            present: edit.inserted.map { .init($0.entry.key, at: $0.position) },
            sections: placed.compactMap(\.code.section))
        return (edited(by: edit), replacement)
    }

    /// Returns the edit that removes rows and inserts those with a present place, in order. The local reference to the
    /// rows ends here, so that they can be edited in place.
    private func edit<Failure>(
        of touched: [(key: Key, value: FormerPlace)], _ placed: [CodedKey<Key>], _ isBefore: TieBreak<Key, Failure>
    ) throws(Failure) -> OrderedEdit<Key> {
        let rows = rows
        let gone = rows.positions(of: touched)
        var edit = OrderedEdit(removed: gone.map { (rows.entry(at: $0), $0) }, inserted: [])
        for row in placed {
            let place = try rows.place(of: row.key, by: row.code.code, without: gone) { other throws(Failure) in
                try isBefore(row, other, nil)
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

/// A row with its present code.
typealias CodedKey<Key> = (code: PlacedCode, key: Key)

/// Returns whether a row comes before another whose code begins with the same bytes; the other's code is `nil` if it
/// was not read.
typealias TieBreak<Key, Failure: Error> = (CodedKey<Key>, Key, PlacedCode?) throws(Failure) -> Bool

extension Array {
    /// Sorts rows by their codes. O(m log m), with that many calls of `isBefore` at most.
    fileprivate mutating func sort<Key: Comparable, Failure>(
        breakingTiesBy isBefore: TieBreak<Key, Failure>
    ) throws(Failure) where Element == CodedKey<Key> {
        var failure: Failure?
        sort { left, right in
            let (prefix, other) = (left.code.code.prefix, right.code.code.prefix)
            guard prefix == other else { return prefix < other }
            if left.code.code.isWhole { return left.key < right.key }
            guard failure == nil else { return false }
            do throws(Failure) {
                return try isBefore(left, right.key, right.code)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }
}
