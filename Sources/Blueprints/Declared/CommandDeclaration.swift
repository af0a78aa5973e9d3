import Tables

/// A command of a list, of its rows or of a row's scene.
struct CommandDeclaration: Sendable {
    /// A row that the command inserts.
    struct Insertion: Sendable {
        let table: String
        let values: [ColumnValueDeclaration]
    }

    let name: String
    var title: String
    /// Whether the command is one of each row, rather than of the whole list.
    var isOfRow = false
    /// Whether the command can be run for many selected rows.
    var isForMany = false
    /// The condition that the row meets.
    var condition: Expression?
    /// The question before the command runs. `{Column}` stands for a value of the row.
    var question: String?
    /// What the command asks for.
    var inputs: [FieldDeclaration] = []
    var update: [ColumnValueDeclaration] = []
    var insertions: [Insertion] = []
    var deletes = false
    var statements: [DeclaredSQL] = []
    /// The name of the app's Swift that runs instead of changes.
    var call: String?
    /// The letter or digit that runs the command together with Alt.
    var key: String?
    /// Where the command leads.
    var goto: DeclaredLink?
    /// The roles that may run the command; `nil` for all.
    var roles: Set<String>?
    /// Whether SQL of the command writes without the limits of rules.
    var isAsOwner = false
}
