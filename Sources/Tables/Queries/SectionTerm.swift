/// The value that groups the rows of a list into sections. Rows with the same value form one section.
///
///     query.section = .column("Genre")
///     query.section = .initial(of: "Name")
public struct SectionTerm: Sendable {
    /// Returns the value as SQL for a row of a table. The argument gives the SQL of a column.
    package let sql: @Sendable (_ column: (String) -> String) -> String
    /// The column whose value it is, or `nil` for a computed value.
    package let column: String?
    /// The column that the value is computed from; `nil` if it is unknown.
    package let source: String?
    /// Whether the section of the largest value comes first.
    public var isDescending = false

    /// The values of a column, compared exactly: `rock` and `Rock` are two sections, whatever the column's collation.
    public static func column(_ name: String) -> SectionTerm {
        SectionTerm(sql: { $0(name) }, column: name, source: name)
    }

    /// The first character of a text after its spaces. Letters from A to Z become capitals.
    public static func initial(of column: String) -> SectionTerm {
        SectionTerm(sql: { "(upper(substr(ltrim(\($0(column))), 1, 1)))" }, column: nil, source: column)
    }

    /// An SQL expression over a row's columns. It is not checked: an expression that SQLite cannot evaluate is reported
    /// as the list's problem (`query-failed`).
    public static func expression(_ sql: String) -> SectionTerm {
        SectionTerm(sql: { _ in "(\(sql))" }, column: nil, source: nil)
    }

    /// The same sections, largest value first.
    public var descending: SectionTerm {
        var term = self
        term.isDescending = true
        return term
    }
}
