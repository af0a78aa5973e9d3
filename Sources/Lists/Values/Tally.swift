import Changes
import Tables

/// The state of a total for one group, which is updated as values are added and removed.
package struct Tally: Sendable {
    package let measure: Total.Measure
    /// The number of values that are not NULL.
    package var count: Int64 = 0
    /// The sum of the whole numbers.
    package var sum: Int128 = 0
    /// For sums: the database's sum of the other values, NULL without any, and NaN if it is not a number. For extremes:
    /// the smallest or largest value of all.
    package var rest = SQLValue.null

    /// Creates a tally without values.
    package init(_ measure: Total.Measure) {
        self.measure = measure
    }

    /// Returns the total.
    func value() throws(ScanError) -> SQLValue {
        switch measure {
        case .rows, .values: return .integer(count)
        case .least, .greatest: return rest
        case .average:
            guard count > 0 else { return .null }
            return Self.number((Double(sum) + restNumber) / Double(count))
        case .sum:
            if count == 0 { return .null }
            if case .real(let number) = rest { return Self.number(Double(sum) + number) }
            guard let exact = Int64(exactly: sum + restInteger) else {
                throw .query("integer overflow")
            }
            return .integer(exact)
        }
    }

    /// Adds a value. `isBefore` compares values.
    ///
    /// - Returns: Whether the tally is correct now. If not, the group must be read.
    mutating func add(_ value: SQLValue, isBefore: (SQLValue, SQLValue) -> Bool) -> Bool {
        guard value != .null else { return true }
        count += 1
        switch measure {
        case .rows, .values: return true
        case .sum, .average:
            guard case .integer(let number) = value else { return false }
            sum += Int128(number)
        case .least: if count == 1 || isBefore(value, rest) { rest = value }
        case .greatest: if count == 1 || isBefore(rest, value) { rest = value }
        }
        return true
    }

    /// Removes a value that was added before.
    ///
    /// - Returns: Whether the tally is correct now. If not, the group must be read.
    mutating func remove(_ value: SQLValue) -> Bool {
        guard value != .null else { return true }
        count -= 1
        switch measure {
        case .rows, .values: return true
        case .sum, .average:
            guard case .integer(let number) = value else { return false }
            sum -= Int128(number)
            return true
        case .least, .greatest:
            return value != rest
        }
    }

    /// Returns a value. NaN is stored as NULL.
    private static func number(_ number: Double) -> SQLValue { number.isNaN ? .null : .real(number) }

    private var restInteger: Int128 {
        if case .integer(let number) = rest { Int128(number) } else { 0 }
    }

    private var restNumber: Double {
        switch rest {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: 0
        }
    }
}

/// The rows with the same value in a column.
package struct TotalsGroup: Sendable {
    /// The shared value.
    package let value: SQLValue
    /// The number of rows.
    package var rows: Int64
    /// A tally for each total.
    package var tallies: [Tally]

    /// Creates a group.
    package init(value: SQLValue, rows: Int64 = 0, tallies: [Tally]) {
        (self.value, self.rows, self.tallies) = (value, rows, tallies)
    }

    /// The memory of the group, with its name and its place in a dictionary, in bytes.
    var byteCount: Int {
        // The dictionary is up to twice as large as its entries, and each text and each array has an allocation.
        2 * (MemoryLayout<TotalsGroup>.stride + MemoryLayout<ExactName>.stride) + 2 * (32 + value.byteCount) + 32
            + tallies.reduce(0) { $0 + MemoryLayout<Tally>.stride + $1.rest.byteCount }
    }
}
