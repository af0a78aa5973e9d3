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
        let former = rows.places(of: touched)
        var placed: [(code: PlacedCode, key: Key)] = []
        for row in touched {
            if let code = try code(row.key) { placed.append((code, row.key)) }
        }
        if placed.count > 1 { placed.sort { $0.code.isBefore($1.code, $0.key, $1.key) } }
        let (snapshot, edit) = try edited(former.count + placed.count) { rows throws(Failure) in
            try rows.replace(former, with: placed, code: code)
        }
        let present = zip(placed, edit.inserted).map { ListDifference.Place($0.key, at: $1) }
        return (snapshot, Replacement(former: former, present: present, sections: placed.compactMap(\.code.section)))
    }
}

extension OrderedRows {
    /// Takes the rows at some positions out, and puts rows in order in.
    fileprivate mutating func replace<Failure>(
        _ former: [ListDifference.Place<Key>], with rows: [(code: PlacedCode, key: Key)],
        code: (Key) throws(Failure) -> PlacedCode?
    ) throws(Failure) -> OrderedEdit<Key> {
        var edit = OrderedEdit<Key>()
        for row in former.reversed() { edit.removed.append((remove(at: row.position), row.position)) }
        do throws(Failure) {
            for row in rows {
                let position = try insert(row.key, by: row.code.code) { other throws(Failure) in
                    try code(other).map { row.code.isBefore($0, row.key, other) } ?? false
                }
                edit.inserted.append(position)  // those that follow come behind it
            }
        } catch {
            undo(edit)
            throw error
        }
        return edit
    }

    /// Where rows stand, ascending; those that are not in the list are left out.
    fileprivate func places(of touched: [(key: Key, value: FormerPlace)]) -> [ListDifference.Place<Key>] {
        var places: [ListDifference.Place<Key>] = []
        var unknown: Set<Key> = []
        for (key, place) in touched {
            switch place {
            case .none: break
            case .code(let code):
                if let position = position(of: key, by: code) { places.append(.init(key, at: position)) }
            case .unknown: unknown.insert(key)
            }
        }
        if !unknown.isEmpty { places += positions(of: unknown).map { .init($0.key, at: $0.value) } }
        return places.count > 1 ? places.sorted { $0.position < $1.position } : places
    }
}
