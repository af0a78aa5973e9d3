/// How the rows of a section are laid out: a hint for whoever draws them. Sizes are in CSS pixels.
public struct Layout: Hashable, Sendable {
    /// The kinds of layout.
    public enum Kind: String, Sendable {
        /// One row below the other, as in a table.
        case table
        /// Cells side by side, in columns.
        case grid
        /// The section is a column of the list, beside the others.
        case column
    }

    /// How what has changed is shown.
    public enum Animation: String, Sendable {
        /// At once, without any motion.
        case none
        /// A row that is new fades in; one that moves is in its place at once.
        case fade
    }

    /// The kind.
    public var kind: Kind
    /// How many columns a grid has; `nil` for as many as fit.
    public var columns: Int?
    /// How many rows a page of a grid has, when it is turned page by page; `nil` when it scrolls. Of what lies on pages no
    /// change is animated.
    public var rowsPerPage: Int?
    /// The height of a row; `nil` for what its content needs.
    public var rowHeight: Int?
    /// The space between cells.
    public var spacing: Int
    /// How changes are shown; `nil` for as the client sees fit.
    public var animation: Animation?

    /// A layout of this kind.
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

    /// How many pages `counts` rows of sections fill, each section that is not empty beginning a page of its own; `nil` when
    /// the layout has no pages.
    public func pageCount(_ counts: [Int]) -> Int? {
        guard let rowsPerPage, let columns, rowsPerPage > 0, columns > 0 else { return nil }
        let page = rowsPerPage * columns
        return counts.reduce(0) { $0 + ($1 + page - 1) / page }
    }
}
