/// The positions of a list's sections when all rows are counted through.
@usableFromInline
struct SectionStarts {
    /// The position of each section's first row, then the number of all rows.
    @usableFromInline let positions: [Int]

    /// Creates the starts of sections with these numbers of rows.
    @usableFromInline
    init(_ counts: [Int]) {
        var positions = [0]
        positions.reserveCapacity(counts.count + 1)
        for count in counts { positions.append(positions[positions.count - 1] + count) }
        self.positions = positions
    }

    /// The number of all rows.
    @usableFromInline var total: Int { positions[positions.count - 1] }

    /// The rows of a section, counted through.
    func rows(of section: Int) -> Range<Int> { positions[section]..<positions[section + 1] }

    /// Returns the path of a row. O(log sections).
    @usableFromInline
    func path(of position: Int) -> IndexPath {
        let section = (1..<positions.count).partitioningIndex { positions[$0] > position } - 1
        return IndexPath(section: section, row: position - positions[section])
    }
}
