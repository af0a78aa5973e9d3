/// The layout of a section's rows: a hint for the client. Sizes are in CSS pixels.
public struct Layout: Hashable, Sendable {
    /// A kind of layout.
    public enum Kind: String, Sendable {
        /// One row below the other, as in a table.
        case table
        /// Cells side by side, in columns.
        case grid
        /// The section is a column of the list, beside the others.
        case column
    }

    /// The way changes are shown.
    public enum Animation: String, Sendable {
        /// Immediately, without motion.
        case none
        /// A new row fades in; a moved row appears at its new position immediately.
        case fade
    }

    /// The kind.
    public var kind: Kind
    /// The number of columns of a grid; `nil` for as many as fit.
    public var columns: Int?
    /// The number of rows on a page of a grid with pages; `nil` when the grid scrolls. Changes on other pages are not
    /// animated.
    public var rowsPerPage: Int?
    /// The height of a row; `nil` for the height of its content.
    public var rowHeight: Int?
    /// The space between cells.
    public var spacing: Int
    /// The way changes are shown; `nil` for the client's default.
    public var animation: Animation?

    /// Creates a layout of this kind.
    public init(
        _ kind: Kind, columns: Int? = nil, rowsPerPage: Int? = nil, rowHeight: Int? = nil, spacing: Int = 0,
        animation: Animation? = nil
    ) {
        self.kind = kind
        self.animation = animation
        self.columns = columns
        self.rowsPerPage = rowsPerPage
        self.rowHeight = rowHeight
        self.spacing = spacing
    }

    /// Returns the number of pages for sections with these numbers of rows. Each section that is not empty begins a new
    /// page. `nil` when the layout has no pages.
    public func pageCount(_ counts: [Int]) -> Int? {
        guard let rowsPerPage, let columns, rowsPerPage > 0, columns > 0 else { return nil }
        let page = rowsPerPage * columns
        return counts.reduce(0) { $0 + ($1 + page - 1) / page }
    }
}
