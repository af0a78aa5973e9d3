import Changes

/// Rows of a list that have been read, by position. That all stand elsewhere by as much is noted at once.
struct ShownRows: Sendable {
    private var rows: [Int: Row]
    private var offset = 0

    /// These rows.
    init(_ rows: [Int: Row] = [:]) {
        self.rows = rows
    }

    /// The row at a position, if it has been read.
    subscript(position: Int) -> Row? { rows[position - offset] }

    /// The number of rows.
    var count: Int { rows.count }

    /// The rows, in no order.
    var values: some Collection<Row> { rows.values }

    /// Each position with its row, in no order.
    var all: some Sequence<(position: Int, row: Row)> {
        rows.lazy.map { [offset] in (position: $0.key + offset, row: $0.value) }
    }

    /// The same rows, each so much further on. O(1).
    func shifted(by distance: Int) -> ShownRows {
        var shifted = self
        shifted.offset += distance
        return shifted
    }

    /// Refuses rows that do not have an id each, as those of a damaged table: documents and patches name rows by their ids.
    /// Only those that were `read` just now are looked at; the others have been before. O(rows), and nothing for none.
    func checkIDs(of read: [Int: Row]) throws(ScanError) {
        guard read.count > 1 else {
            guard let new = read.values.first.map({ RowName($0.id) }),
                rows.values.count(where: { RowName($0.id) == new }) > 1
            else { return }
            throw .duplicate
        }
        var seen: Set<RowName> = []
        for row in rows.values where !seen.insert(RowName(row.id)).inserted { throw .duplicate }
    }

    /// Lets go of the rows at some positions.
    mutating func remove(_ positions: Range<Int>) {
        for position in positions { rows[position - offset] = nil }
    }

    /// These rows and others; where there are both, the others.
    func merging(_ others: [Int: Row]) -> ShownRows {
        var merged = offset == 0 ? rows : Dictionary(uniqueKeysWithValues: all.map { ($0.position, $0.row) })
        merged.merge(others) { _, new in new }
        return ShownRows(merged)
    }
}
