/// The path of a row: the number of its section, and its position in that section, both from 0.
///
///     IndexPath(section: 0, row: 3)
public struct IndexPath: Hashable, Comparable, Sendable {
    /// The number of the section.
    public var section: Int
    /// The position in the section.
    public var row: Int

    /// Creates the path of a row.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

    /// Orders by section, then by row.
    public static func < (left: IndexPath, right: IndexPath) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

extension IndexPath: CustomStringConvertible {
    /// `section-row`, as in `0-3`.
    public var description: String { "\(section)-\(row)" }
}
