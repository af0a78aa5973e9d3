import CSQLite

/// What is known of the values of a group, so that a total can go on as values come and go.
struct Tally {
    let measure: Total.Measure
    /// How many values are not NULL.
    var count: Int64 = 0
    /// The sum of those that are whole numbers.
    var sum: Int128 = 0
    /// The sum of the others as SQLite has it, NULL when there are none, and NaN when they have none; or the smallest or
    /// largest of all.
    var rest = SQLValue.null

    /// No values.
    init(_ measure: Total.Measure) {
        self.measure = measure
    }

    /// What the total is.
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

    /// Takes a value in.
    ///
    /// - Returns: Whether the tally is right now; if not, the group has to be read.
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

    /// Takes a value out that was in.
    ///
    /// - Returns: Whether the tally is right now; if not, the group has to be read.
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

    /// What is no number is NULL to SQLite.
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

/// The rows that have one value in a column.
struct TotalsGroup {
    /// The value.
    let value: SQLValue
    /// How many rows there are.
    var rows: Int64 = 0
    /// One for each total.
    var tallies: [Tally]
}
