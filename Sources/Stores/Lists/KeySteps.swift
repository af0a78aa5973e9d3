import SQLite
import Tables

/// Steps through all rows in the order of their key, by its index.
final class KeySteps: SteppedScan {
    private let first: RowScan
    private let next: RowScan
    private let keyPlaces: Range<Int>

    /// Creates a scan in the order of the list's key (``QueryText/isInOrder``); `nil` if no index has this order, as
    /// for a key with descending columns.
    ///
    /// - Parameter columnCount: The number of columns that ``QueryText/codes`` selects.
    init?(_ connection: OpaquePointer, _ text: QueryText, columns columnCount: Int) throws(SQLFailure) {
        keyPlaces = text.keyPlace..<columnCount
        let key = keyPlaces.map { "c\($0)" }.joined(separator: ", ")
        let start = keyPlaces.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
        let sql = text.codes.sql
        guard
            let first = try RowScan(inOrder: sql, columns: columnCount, on: connection),
            let next = try RowScan(
                inOrder: sql, columns: columnCount, where: "(\(key)) > (\(start))", on: connection)
        else { return nil }
        (self.first, self.next) = (first, next)
    }

    func step(
        from start: [SQLValue], rows: Int, _ body: (ArgumentRow) -> Void
    ) throws(SQLFailure) -> [SQLValue] {
        var end: [SQLValue] = []
        var count = 0
        try (start.isEmpty ? first : next).forEach(start) { row in
            body(row)
            count += 1
            guard count >= rows else { return true }
            // The next step compares with this key, and nothing compares with NULL.
            let key = keyPlaces.map { row.value($0) }
            guard !key.contains(.null) else { return true }
            end = key
            return false
        }
        return end
    }
}
