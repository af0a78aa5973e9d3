import SQLite
import Tables

/// What a column contains: how many values of each storage class, and how many that its declared type does not mean.
struct ColumnContent {
    var integers: Int64 = 0
    var reals: Int64 = 0
    var texts: Int64 = 0
    var blobs: Int64 = 0
    /// The values that are not what the declared type says.
    var others: Int64 = 0
    /// The times without a zone, and those with one.
    var local: Int64 = 0
    var zoned: Int64 = 0

    /// The number of values that are not NULL.
    var values: Int64 { integers + reals + texts + blobs }

    /// The number of columns in one query: SQLite limits those of a result.
    private static let batch = 200

    /// Scans a table. Returns the number of rows, and the contents of its columns in order.
    static func read(_ table: Table, in file: SourceFile) throws(CopyError) -> (rows: Int64, columns: [ColumnContent]) {
        var rows: Int64 = 0
        var contents: [ColumnContent] = []
        for start in stride(from: 0, to: table.columns.count, by: batch) {
            let columns = table.columns[start..<min(start + batch, table.columns.count)]
            let found = try file.rows(
                "SELECT count(*), \(columns.map(counts).joined(separator: ", ")) FROM \(table.name.quoted)")
            let numbers = found[0].map { $0.integer ?? 0 }
            rows = numbers[0]
            for place in columns.indices {
                let part = numbers[(1 + 7 * (place - start))...].prefix(7)
                contents.append(ColumnContent(Array(part)))
            }
        }
        return (rows, contents)
    }

    private init(_ numbers: [Int64]) {
        (integers, reals, texts, blobs) = (numbers[0], numbers[1], numbers[2], numbers[3])
        (others, local, zoned) = (numbers[4], numbers[5], numbers[6])
    }

    private static func counts(_ column: Column) -> String {
        let name = column.name.quoted
        let classes = ["integer", "real", "text", "blob"].map { "sum(typeof(\(name)) = '\($0)')" }
        let time = "typeof(\(name)) = 'text' AND \(isTime(name))"
        let hasZone = "(\(name) GLOB '*[Zz]' OR substr(\(name), 12) GLOB '*[+-]*')"
        let isMeant: String =
            switch column.valueKind {
            case .boolean: "typeof(\(name)) = 'integer' AND \(name) IN (0, 1)"
            case .date: "typeof(\(name)) = 'text' AND length(\(name)) = 10 AND \(isDate(name))"
            case .datetime: time
            case _ where column.declaredType.uppercased().hasPrefix("JSON"):
                "typeof(\(name)) = 'text' AND json_valid(\(name))"
            default: "TRUE"
            }
        let zones =
            column.valueKind == .datetime
            ? ["sum(\(time) AND NOT \(hasZone))", "sum(\(time) AND \(hasZone))"] : ["0", "0"]
        return (classes + ["sum(\(name) IS NOT NULL AND NOT (\(isMeant)))"] + zones).joined(separator: ", ")
    }

    /// Whether a text begins with a date of the calendar that PostgreSQL has too.
    private static func isDate(_ name: String) -> String {
        "\(name) GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' AND \(name) >= '0001' "
            + "AND date(substr(\(name), 1, 10)) IS substr(\(name), 1, 10)"
    }

    /// Whether a text is a date with a time of at most six digits after the second, as PostgreSQL keeps them.
    private static func isTime(_ name: String) -> String {
        let fraction = "substr(\(name), 21)"
        let digits = "length(\(fraction)) - length(ltrim(\(fraction), '0123456789'))"
        return isDate(name)
            + " AND \(name) GLOB '??????????[ T][0-9][0-9]:[0-9][0-9]*' AND datetime(\(name)) IS NOT NULL "
            + "AND (substr(\(name), 20, 1) <> '.' OR \(digits) <= 6)"
    }
}
