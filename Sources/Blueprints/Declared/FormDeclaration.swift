import Tables

/// A field of a form, or what a command asks for.
struct FieldDeclaration: Sendable {
    /// The kind of a field.
    enum Kind: String, Sendable, CaseIterable {
        case text, multiline, integer, number, boolean, date, datetime, choice, reference, mail, url
    }

    /// A bound of a value: a number, a date, or the present day.
    enum Bound: Sendable {
        case number(Double)
        case text(String)
        case today
    }

    /// The rows that a reference may be chosen from.
    struct Reference: Sendable {
        let table: String
        var condition: Expression?
        /// The column that stands for a row.
        var label: String?
    }

    let name: String
    var kind: Kind?
    var label: String?
    var isRequired = false
    var least: Bound?
    var most: Bound?
    var minLength: Int?
    var maxLength: Int?
    /// The pattern that the whole text matches.
    var pattern: String?
    /// The value of a new row.
    var standard: String?
    var choices: [(value: String, title: String)] = []
    var reference: Reference?
    /// The sentence for a value that breaks a rule.
    var message: String?
    var help: String?
}

/// The form of a table's rows.
struct FormDeclaration: Sendable {
    /// The groups of fields, by title.
    var groups: [(title: String, columns: [String])] = []
    var fields: [FieldDeclaration] = []
    /// Columns that the form does not change.
    var readOnly: [String] = []
}
