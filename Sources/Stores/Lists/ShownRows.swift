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
