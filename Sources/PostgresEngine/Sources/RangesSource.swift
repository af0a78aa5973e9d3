import Changes
import Lists
import PostgreSQL
import Tables

/// The numbers of rows in ranges of a column's values, for a histogram.
final class RangesSource: WholeSource {
    let tablesRead: [String]?
    private let connection: RoleConnection
    private let text: QueryText
    private let column: String
    private var rows: [Row] = []

    /// The limit on distinct values where the query has none.
    private static let valueLimit = 1_000_000

    init(_ connection: RoleConnection, of column: String, _ text: QueryText) {
        (self.connection, self.column, self.text) = (connection, column, text)
        tablesRead = text.tablesRead
    }

    func isTouched(by changes: RowChanges) -> Bool { changes.touch(tablesRead) }

    func names() throws(ScanError) -> [ExactName] {
        let values = try ScanError.from { () throws(PostgresFailure) in try self.values() }
        guard values.count <= limit else {
            throw .query("\(column) has too many different values to count, or too long ones")
        }
        let ranges = ValueRanges(of: values.map(\.value))
        var counts: [ExactName: (start: SQLValue, rows: Int64)] = [:]
        for (value, rows) in values {
            let start = ranges.start(of: value)
            counts[name(of: start), default: (start, 0)].rows += rows
        }
        rows = counts.sorted { Self.isBefore($0.value.start, $1.value.start) }.map { name, range in
            Row(id: name.text, values: [range.start, .integer(range.rows), ranges.end(of: range.start)])
        }
        return rows.map { ExactName($0.id) }
    }

    func rows(at positions: [Int], in ordering: Ordering) -> [Int: Row] {
        var found: [Int: Row] = [:]
        for position in positions where position < rows.count { found[position] = rows[position] }
        return found
    }

    private var limit: Int { text.query.groupLimit ?? Self.valueLimit }

    private func name(of value: SQLValue) -> ExactName { ExactName(KeyCodec.encode([value], [.blob])) }

    /// Returns the distinct values and the numbers of their rows. Decimal numbers are numbers here.
    private func values() throws(PostgresFailure) -> [(value: SQLValue, rows: Int64)] {
        let name = text.name(column)
        let isDecimal = text.type(of: column).valueKind == .number
        let value = isDecimal ? "\(name)::double precision" : name
        let result = try connection.run(
            text.select("\(value), count(*)", end: " GROUP BY 1 LIMIT \(limit + 1)"))
        return (0..<result.count).map { row in
            let rows: Int64 = if case .integer(let count) = result.value(row, 1) { count } else { 0 }
            return (result.value(row, 0), rows)
        }
    }

    /// Returns whether a value comes before another: numbers, then texts by their bytes, then NULL.
    private static func isBefore(_ value: SQLValue, _ other: SQLValue) -> Bool {
        let (left, right) = (rank(value), rank(other))
        guard left.kind == right.kind else { return left.kind < right.kind }
        return left.number == right.number ? left.text < right.text : left.number < right.number
    }

    private static func rank(_ value: SQLValue) -> (kind: Int, number: Double, text: ExactName) {
        switch value {
        case .integer(let number): (0, Double(number), ExactName(""))
        case .real(let number): (0, number, ExactName(""))
        case .text(let text): (1, 0, ExactName(text))
        case .blob, .malformed: (2, 0, ExactName(""))
        case .null: (3, 0, ExactName(""))
        }
    }
}
