/// What the rows of a list are put into sections by: rows with the same value are one section.
///
///     query.section = .column("Genre")
///     query.section = .initial(of: "Name")
public struct SectionTerm: Sendable {
    /// The value as SQL on a row of a table. Columns have the table's name before them: one that is not there would be a text to
    /// SQLite otherwise.
    let sql: @Sendable (_ table: String) -> String
    /// The column whose value it is, if it is one's.
    let column: String?
    /// Whether the section of the largest value comes first.
    public var isDescending = false

    /// The values of a column, told apart exactly: `rock` and `Rock` are two, whatever the column's collation.
    public static func column(_ name: String) -> SectionTerm {
        SectionTerm(sql: { "\($0.quoted).\(name.quoted)" }, column: name)
    }

    /// The first character of a text that is no space, as a capital if it is a letter from A to Z.
    public static func initial(of column: String) -> SectionTerm {
        SectionTerm(sql: { "(upper(substr(ltrim(\($0.quoted).\(column.quoted)), 1, 1)))" }, column: nil)
    }

    /// What SQL says of a row: an expression over its columns, and nothing else. It is not checked; what SQLite cannot
    /// evaluate is the list's problem (`query-failed`).
    public static func expression(_ sql: String) -> SectionTerm {
        SectionTerm(sql: { _ in "(\(sql))" }, column: nil)
    }

    /// The same with the largest value first.
    public var descending: SectionTerm {
        var term = self
        term.isDescending = true
        return term
    }
}
