extension SQLValue {
    /// The one of equal values that stands for all in a column: 1 for 1 and 1.0, if the column holds both.
    func canonical(_ affinity: Column.Affinity) -> SQLValue {
        guard case .real(let number) = self else { return self }
        if affinity == .real { return .real(number == 0 ? 0 : number) }
        return Int64(exactly: number).map { .integer($0) } ?? self
    }

    /// What a total takes of the value: a sum of 1 and 1.0 is another number than one of 1 and 1.
    func taken(by measure: Total.Measure, _ affinity: Column.Affinity) -> SQLValue {
        switch measure {
        case .sum, .average: self
        case .rows, .values, .least, .greatest: canonical(affinity)
        }
    }

    /// Bytes that compare as SQLite compares values, texts by their bytes.
    var sortBytes: [UInt8] {
        var bytes: [UInt8] = []
        SortEncoder([SortColumn()]).append(codeOf: [self], to: &bytes)
        return bytes
    }

    /// Whether it comes before another value.
    func isBefore(_ other: SQLValue) -> Bool {
        if case .integer(let left) = self, case .integer(let right) = other { return left < right }
        return sortBytes.lexicographicallyPrecedes(other.sortBytes)
    }
}
