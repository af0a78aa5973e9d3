import Tables

/// A column of a list or a row.
struct ColumnDeclaration: Sendable {
    /// Where the values come from.
    enum Source: Sendable {
        /// A column of the table. `title` names the column of the other table that stands for a reference.
        case column(title: String?)
        /// A column of the row that a reference points to.
        case referred(ReferredColumn)
        case sql(DeclaredSQL)
    }

    /// The way in which a value is shown.
    enum Format: String, Sendable, CaseIterable {
        case text, number, money, percent, bytes, date, relative, since, days, badge, link, mail, image, code, json
    }

    /// The name in documents.
    let name: String
    var source: Source
    var label: String?
    var format: Format?
    /// The colours of badges, by value.
    var colors: [(value: String, color: String)] = []
    /// The width relative to other columns.
    var width: Int?
    var isAtRight: Bool?
    /// Whether the value can be changed in the list; `nil` as the rights say.
    var isEditable: Bool?
    /// A sentence about the column.
    var help: String?
    /// Whether the column is shown until somebody chooses otherwise.
    var isShown = true
    /// The roles that see the column; `nil` for all.
    var roles: Set<String>?
    /// The seconds after which a computed value is computed again.
    var refresh: Int?
}

/// A value for a column.
struct ColumnValueDeclaration: Sendable {
    let column: String
    let value: Expression
}
