/// What a live list holds: rows of one table, chosen and ordered, or the tables themselves.
public struct Query: Sendable {
    /// What the rows are.
    enum Subject: Sendable {
        case rows(table: String)
        case counts
    }

    let subject: Subject
    /// The columns whose values are wanted of rows on display.
    public var columns: [String]
    /// Foreign keys of which the title of the row they point to is wanted, after the columns.
    public var labels: [ForeignKey] = []
    /// What every row fulfils.
    public var filters: [Filter] = []
    /// A text that a row has in one of its text columns.
    public var search: String?
    /// The order; rows that are equal in it, and all rows without one, are ordered by their key.
    public var sort: [SortTerm] = []
    /// The id of the only row that is wanted.
    public var key: String?
    /// The length from which on a text is cut, in characters.
    public var textLimit: Int?
    /// The columns that make a row's title, by table, for ``labels``; of a table that is not there, no label is read.
    public var titles: [String: [String]] = [:]

    /// All rows of a table.
    public init(table: String, columns: [String]) {
        subject = .rows(table: table)
        self.columns = columns
    }

    private init() {
        subject = .counts
        columns = []
    }

    /// Every table and view: its name, its kind, the number of its rows or NULL, and why there is none.
    public static let counts = Query()
}

/// A condition on one column.
public struct Filter: Sendable {
    enum Operand: Sendable {
        case id(String)
        case value(SQLValue)
    }

    /// The column.
    public let column: String
    let operand: Operand

    /// Rows whose column has the value that a route writes so (see the protocol, section 7).
    public init(column: String, id: String) {
        self.column = column
        operand = .id(id)
    }

    /// Rows whose column equals a value, as a foreign key does: NULL equals nothing.
    public init(column: String, value: SQLValue) {
        self.column = column
        operand = .value(value)
    }

    /// The value as a route writes it, if it came from one.
    public var id: String {
        if case .id(let text) = operand { text } else { "" }
    }
}

/// A column to order by.
public struct SortTerm: Sendable {
    /// The column.
    public let column: String
    /// Whether the largest comes first.
    public let isDescending: Bool

    /// An order by `column`.
    public init(column: String, isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }
}

extension Query {
    var isCounts: Bool {
        if case .counts = subject { true } else { false }
    }

    var tableName: String {
        if case .rows(let name) = subject { name } else { "" }
    }
}
