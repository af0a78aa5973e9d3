import Tables

extension SQLValue {
    /// Returns the representative of equal values in a column: 1 for 1 and 1.0, if the column has both.
    func canonical(_ affinity: Column.Affinity) -> SQLValue {
        guard case .real(let number) = self else { return self }
        if affinity == .real { return .real(number == 0 ? 0 : number) }
        return Int64(exactly: number).map { .integer($0) } ?? self
    }

    /// Returns the form of the value for a total. A sum of 1 and 1.0 differs from a sum of 1 and 1.
    func taken(by measure: Total.Measure, _ affinity: Column.Affinity) -> SQLValue {
        switch measure {
        case .sum, .average: self
        case .rows, .values, .least, .greatest: canonical(affinity)
        }
    }

    /// Bytes that compare as SQLite compares values, with texts compared by their bytes.
    var sortBytes: [UInt8] {
        var bytes: [UInt8] = []
        SortEncoder([SortColumn()]).append(codeOf: [self], to: &bytes)
        return bytes
    }

    /// Returns whether this value comes before another.
    func isBefore(_ other: SQLValue) -> Bool {
        if case .integer(let left) = self, case .integer(let right) = other { return left < right }
        return sortBytes.lexicographicallyPrecedes(other.sortBytes)
    }
}
