import CSQLite
import SQLite
import Tables

/// The state of a total for one group, which is updated as values are added and removed.
struct Tally {
    let measure: Total.Measure
    /// The number of values that are not NULL.
    var count: Int64 = 0
    /// The sum of the whole numbers.
    var sum: Int128 = 0
    /// For sums: SQLite's sum of the other values, NULL without any, and NaN if it is not a number. For extremes: the
    /// smallest or largest value of all.
    var rest = SQLValue.null

    /// Creates a tally without values.
    init(_ measure: Total.Measure) {
        self.measure = measure
    }

    /// Returns the total.
    func value() throws(SQLFailure) -> SQLValue {
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
                throw SQLFailure(code: SQLITE_ERROR, message: "integer overflow")
            }
            return .integer(exact)
        }
    }

    /// Adds a value.
    ///
    /// - Returns: Whether the tally is correct now. If not, the group must be read.
    mutating func add(_ value: SQLValue) -> Bool {
        guard value != .null else { return true }
        count += 1
        switch measure {
        case .rows, .values: return true
        case .sum, .average:
            guard case .integer(let number) = value else { return false }
            sum += Int128(number)
        case .least: if count == 1 || value.isBefore(rest) { rest = value }
        case .greatest: if count == 1 || rest.isBefore(value) { rest = value }
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

    /// Returns a value. SQLite stores NaN as NULL.
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
struct TotalsGroup {
    /// The shared value.
    let value: SQLValue
    /// The number of rows.
    var rows: Int64 = 0
    /// A tally for each total.
    var tallies: [Tally]
}
