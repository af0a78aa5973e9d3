import Changes
import Tables

/// The loaded rows of a list, by position. A shift of all rows is stored as one offset.
struct ShownRows: Sendable {
    private var rows: [Int: Row]
    private var offset = 0

    /// Creates a collection of these rows.
    init(_ rows: [Int: Row] = [:]) {
        self.rows = rows
    }

    /// The row at a position, if it has been read.
    subscript(position: Int) -> Row? { rows[position - offset] }

    /// The number of rows.
    var count: Int { rows.count }

    /// The rows, unordered.
    var values: some Collection<Row> { rows.values }

    /// The positions and their rows, unordered.
    var all: some Sequence<(position: Int, row: Row)> {
        rows.lazy.map { [offset] in (position: $0.key + offset, row: $0.value) }
    }

    /// Returns the same rows, each shifted by this distance. O(1).
    func shifted(by distance: Int) -> ShownRows {
        var shifted = self
        shifted.offset += distance
        return shifted
    }

    /// Throws if two rows have the same id, as in a damaged table: documents and patches identify rows by id. Compares
    /// only if rows were just `read`; the others were checked before. O(rows), and nothing without new rows.
    func checkIDs(of read: [Int: Row]) throws(ScanError) {
        guard read.count > 1 else {
            guard let new = read.values.first.map({ ExactName($0.id) }),
                rows.values.count(where: { ExactName($0.id) == new }) > 1
            else { return }
            throw .duplicate
        }
        var seen: Set<ExactName> = []
        for row in rows.values where !seen.insert(ExactName(row.id)).inserted { throw .duplicate }
    }

    /// Removes the rows at some positions.
    mutating func remove(_ positions: Range<Int>) {
        for position in positions { rows[position - offset] = nil }
    }

    /// Returns these rows and others. At the same position, the other row wins.
    func merging(_ others: [Int: Row]) -> ShownRows {
        var merged = offset == 0 ? rows : Dictionary(uniqueKeysWithValues: all.map { ($0.position, $0.row) })
        merged.merge(others) { _, new in new }
        return ShownRows(merged)
    }
}
