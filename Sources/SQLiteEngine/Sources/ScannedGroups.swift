import CSQLite
import Lists
import SQLite
import Tables

/// The groups of scanned rows with their counts, sums and averages, found without sorting the rows.
struct ScannedGroups {
    private let measures: [Total.Measure]
    /// Whether a sum is needed, for each measure that has a column.
    private let areSums: [Bool]
    private var values: ValueNumbers
    /// The number of rows of each group.
    private var rows: [Int64] = []
    /// The sums of each group: one for each column.
    private var sums: [ValueSum] = []
    /// Whether the sum of a text or a blob is needed, which only SQLite computes.
    private var isUnfit = false
    /// Whether there are more groups than the limit permits.
    private(set) var isOverLimit = false

    /// Creates groups without rows; `nil` for other totals.
    init?(_ affinity: Column.Affinity, _ measures: [Total.Measure], limit: Int?) {
        guard !measures.contains(where: { [.least, .greatest].contains($0) }) else { return nil }
        self.measures = measures
        areSums = measures.filter { $0 != .rows }.map { $0 != .values }
        values = ValueNumbers(affinity, limit: limit)
    }

    /// Adds the rows of a scan: the value of the group, then a value for each total that is not a count of rows.
    mutating func add(_ scan: RowScan) throws(SQLFailure) {
        try scan.forEach { row in
            let number = values.number(row, 0)
            if number == rows.count {
                rows.append(0)
                sums.append(contentsOf: repeatElement(ValueSum(), count: areSums.count))
                isOverLimit = values.isOverLimit
            }
            rows[number] += 1
            for place in areSums.indices {
                let isAdded = sums[number * areSums.count + place].add(row, CInt(place + 1), isSum: areSums[place])
                if !isAdded { isUnfit = true }
            }
            return !isOverLimit && !isUnfit
        }
    }

    /// All groups; `nil` if only SQLite can compute their totals.
    var all: [TotalsGroup]? {
        guard !isUnfit else { return nil }
        var groups: [TotalsGroup] = []
        groups.reserveCapacity(rows.count)
        values.forEach { value, number in
            var group = TotalsGroup(value: value, rows: rows[number], tallies: [])
            var place = number * areSums.count
            for measure in measures {
                group.tallies.append(measure == .rows ? Tally(rows: rows[number]) : sums[place].tally(measure))
                if measure != .rows { place += 1 }
            }
            groups.append(group)
        }
        return groups
    }
}

extension Tally {
    /// Creates a count of rows.
    fileprivate init(rows: Int64) {
        self.init(.rows)
        count = rows
    }
}

/// The number of values of a column that are not NULL, and their sum.
private struct ValueSum {
    private var count: Int64 = 0
    private var whole: Int128 = 0
    private var hasReals = false
    private var reals = RealSum()

    /// Adds the value in a column of a row. Returns whether the sum is correct, if it is needed.
    mutating func add(_ row: ArgumentRow, _ column: CInt, isSum: Bool) -> Bool {
        let type = row.type(column)
        guard type != SQLITE_NULL else { return true }
        count += 1
        switch type {
        case _ where !isSum: return true
        case SQLITE_INTEGER: whole += Int128(row.integer(column))
        case SQLITE_FLOAT:
            hasReals = true
            reals.add(row.real(column))
        default: return false
        }
        return true
    }

    func tally(_ measure: Total.Measure) -> Tally {
        var tally = Tally(measure)
        (tally.count, tally.sum) = (count, whole)
        if hasReals { tally.rest = .real(reals.value) }
        return tally
    }
}

/// The sum of numbers, with the same rounding as by `sum()` of the SQLite library.
private struct RealSum {
    private var sum = 0.0
    private var error = 0.0

    /// Whether SQLite adds the rounding errors (Kahan, Babuška and Neumaier), as since 3.43.
    private static let addsErrors = sqlite3_libversion_number() >= 3_043_000

    var value: Double { error.isFinite ? sum + error : sum }

    mutating func add(_ number: Double) {
        let next = sum + number
        if Self.addsErrors {
            error += abs(sum) > abs(number) ? (sum - next) + number : (number - next) + sum
        }
        sum = next
    }
}
