import Changes

/// What a live list holds: rows of one table, chosen and ordered, what is worked out of them, what SQL selects, or the tables
/// themselves.
public struct Query: Sendable {
    /// What the rows are.
    enum Subject: Sendable {
        case rows(table: String)
        case counts
        case digest(table: String)
        case values(table: String, column: String)
        case totals(TotalsOfTable)
        case sql(SQLText)
    }

    let subject: Subject
    /// The columns whose values are wanted of rows on display.
    public var columns: [String]
    /// Foreign keys of which the title of the row they point to is wanted, after the columns.
    public var labels: [ForeignKey] = []
    /// The tables that these point to, where the keys of the rows are wanted, too: they follow the labels, each as the values
    /// that ``Table/id(ofKey:)`` takes; nothing for a table that is not there.
    public var parents: [Table?] = []
    /// What every row fulfils.
    public var filters: [Filter] = []
    /// A text that a row has in one of its text columns.
    public var search: String?
    /// The order; rows that are equal in it, and all rows without one, are ordered by their key.
    public var sort: [SortTerm] = []
    /// What the rows are put into sections by, before they are sorted, if by anything: of tables only.
    public var section: SectionTerm?
    /// The id of the only row that is wanted.
    public var key: String? {
        get { keys?.first }
        set { keys = newValue.map { [$0] } }
    }
    /// The ids of the only rows that are wanted; at most some thousand.
    public var keys: [String]?
    /// The length from which on a text is cut, in characters.
    public var textLimit: Int?
    /// Whether the values wanted are not those of ``columns``, but one: a digest of all the row's, blobs to their ends.
    var isDigested = false
    /// The columns that make a row's title, by table, for ``labels``; of a table that is not there, no label is read.
    package var titles: [RowName: [String]] = [:]

    /// All rows of a table.
    public init(table: String, columns: [String]) {
        subject = .rows(table: table)
        self.columns = columns
    }

    init(_ subject: Subject, columns: [String] = []) {
        self.subject = subject
        self.columns = columns
    }

    /// The different values of a column, smallest first, each a row with that one value, called as a filter by it is
    /// (``Filter/init(column:id:)``).
    public static func values(of column: String, in table: String) -> Query {
        Query(.values(table: table, column: column), columns: [column])
    }

    /// Every table and view: its name, its kind, the number of its rows or NULL, and why there is none.
    public static let counts = Query(.counts)

    /// One row with one value, a digest of all values of all rows of a table: it differs when anything does. O(rows) a look.
    static func digest(of table: String) -> Query { Query(.digest(table: table)) }
}

extension Query {
    /// Whether a look may read whole tables, or long texts: no work for the connection that writes.
    var isSlow: Bool {
        switch subject {
        case .rows, .values, .totals: searchesTexts
        case .counts, .digest, .sql: true
        }
    }

    var tableName: String {
        switch subject {
        case .rows(let name), .digest(let name), .values(let name, _): name
        case .totals(let subject): subject.table
        case .counts, .sql: ""
        }
    }
}
