import Tables

/// A list of a table's rows.
struct ListDeclaration: Sendable {
    /// The way in which rows are drawn.
    enum Template: String, Sendable, CaseIterable { case table, grid, board }

    /// A press that narrows the list.
    enum Chip: Sendable {
        /// A condition with a title.
        case condition(name: String, title: String, Expression)
        /// The values of a column, or the years, months or days of its dates.
        case values(column: String, period: TotalsOfTable.Period?)
    }

    /// The parts of a card. Each is a column, or a path over a reference.
    struct Card: Sendable {
        var title: String?
        var subtitle: String?
        var image: String?
        var badge: String?
        /// The columns of a bar: the value, and the value of the whole.
        var bar: (value: String, whole: String)?

        /// The names of all parts.
        var names: [String] {
            [title, subtitle, image, badge, bar?.value, bar?.whole].compactMap(\.self)
        }
    }

    /// The lanes of a board.
    struct Lanes: Sendable {
        let column: String
        /// The values of the lanes that are always there, in this order.
        var order: [String] = []
    }

    let table: String
    var template = Template.table
    /// The condition that each row meets.
    var condition: Expression?
    /// The columns; empty for those of a derived list.
    var columns: [ColumnDeclaration] = []
    /// The order, as a route states it.
    var sort = ""
    /// The sections, as a route states them.
    var section = ""
    /// The columns that a search reads; empty for all texts.
    var searched: [String] = []
    var chips: [Chip] = []
    /// Where a press on a row leads; `nil` for the row's derived screen.
    var open: DeclaredLink?
    var card: Card?
    var lanes: Lanes?
    /// What a card that is dropped on a lane gets.
    var drop: [ColumnValueDeclaration] = []
    var form: FormDeclaration?
    var commands: [CommandDeclaration] = []
    /// Whether rows can only be changed by the declared commands.
    var isReadOnly = false
    /// The formats of exports; `nil` for all.
    var exports: [String]?
    /// A sentence that an empty list shows.
    var empty: String?
}
