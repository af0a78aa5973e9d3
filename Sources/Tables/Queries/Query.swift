import Changes

/// The content of a live list: selected and sorted rows of one table, values derived from them, the rows of an SQL
/// statement, or the tables themselves.
public struct Query: Sendable {
    /// The kind of rows.
    package enum Subject: Sendable {
        case rows(table: String)
        case counts
        case digest(table: String)
        case values(table: String, column: String)
        case totals(TotalsOfTable)
        case sql(SQLText)
    }

    package let subject: Subject
    /// The columns to read for displayed rows.
    public var columns: [String]
    /// The foreign keys whose labels follow the columns. A label is the title of the row that the key points to.
    public var labels: [ForeignKey] = []
    /// The tables that these foreign keys point to, where the keys of the rows are read too. The keys follow the
    /// labels, each as the values that ``Table/id(ofKey:)`` takes. A missing table (`nil`) adds no values.
    public var parents: [Table?] = []
    /// The columns of rows that foreign keys point to. Their values follow those of ``parents``, and are NULL where no
    /// row exists or may be seen.
    public var referred: [ReferredColumn] = []
    /// Values that the database computes from each row. They follow those of ``referred``.
    package var computed: [ComputedValue] = []
    /// The conditions that every row meets.
    public var filters: [Filter] = []
    /// A text that each row contains in one of its text columns.
    public var search: String?
    /// The sort order. Rows that are equal in it, and all rows of an empty order, are ordered by their key.
    public var sort: [SortTerm] = []
    /// The value that groups the rows into sections, before they are sorted. Only for rows of tables.
    public var section: SectionTerm?
    /// The id of the only row to read.
    public var key: String? {
        get { keys?.first }
        set { keys = newValue.map { [$0] } }
    }
    /// The ids of the only rows to read; at most some thousand.
    public var keys: [String]?
    /// The length from which texts are cut, in characters.
    public var textLimit: Int?
    /// The limit on the groups of totals, where a visitor chooses their column; `nil` for none. It also limits their
    /// texts, to 160 bytes a group on average.
    package var groupLimit: Int?
    /// Whether a row has a single value instead of its ``columns``: a digest of all values of the row, with whole
    /// blobs.
    package var isDigested = false
    /// The columns that make up a row's title, by table, for ``labels``. No label is read for a missing table.
    package var titles: [ExactName: [String]] = [:]
    /// The limits that rules set for a principal; `nil` without rules.
    package var rights: QueryRights?
    /// Whether the query must be answered together with the lists of tables, in one state of the database. Only for
    /// queries that are quick.
    package var isUrgent = false

    /// Creates a query of all rows of a table.
    public init(table: String, columns: [String]) {
        subject = .rows(table: table)
        self.columns = columns
    }

    package init(_ subject: Subject, columns: [String] = []) {
        self.subject = subject
        self.columns = columns
    }

    /// The distinct values of a column, smallest first. Each is a row with that one value, whose id is the value in the
    /// notation of filters (``Filter/init(column:_:id:)``).
    public static func values(of column: String, in table: String) -> Query {
        Query(.values(table: table, column: column), columns: [column])
    }

    /// All tables and views. A row has the name, the kind, the number of rows or NULL, and the reason for NULL.
    public static let counts = Query(.counts)

    /// One row with one value: a digest of all values of all rows of a table. It changes when any value changes.
    /// Reading it costs O(rows).
    package static func digest(of table: String) -> Query { Query(.digest(table: table)) }
}

extension Query {
    /// Whether a reading may scan whole tables or long texts, which is too slow for the connection that writes.
    package var isSlow: Bool {
        switch subject {
        case _ where isUrgent: false
        case .rows, .values: searchesTexts
        case .totals: searchesTexts || groupLimit != nil
        case .counts, .digest, .sql: true
        }
    }

    /// The number of values of a row.
    package var valueCount: Int {
        let parents = parents.reduce(0) { $0 + ($1?.keyColumns.count ?? 0) }
        return columns.count + labels.count + parents + referred.count + computed.count
    }

    /// The tables whose values and titles a row shows, beside those of its own table.
    package var shownParentTables: [String] { labels.map(\.parentTable) + referred.map(\.key.parentTable) }

    /// The columns of a table whose values a row has; none for totals, whose columns have names of their own.
    package var shownColumns: [String] {
        if case .totals = subject { [] } else { columns }
    }

    package var tableName: String {
        switch subject {
        case .rows(let name), .digest(let name), .values(let name, _): name
        case .totals(let subject): subject.table
        case .counts, .sql: ""
        }
    }
}
