/// A form on a page of its own, which adds rows to a table.
struct EntryDeclaration: Sendable {
    let table: String
    var form = FormDeclaration()
    /// The values of columns that the form does not ask for.
    var preset: [ColumnValueDeclaration] = []
    /// Where the form leads after it has added a row; `nil` to add another.
    var goto: DeclaredLink?
}
