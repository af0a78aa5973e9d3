import Changes

/// A statement that a connection prepares on its first use, with its parameters.
package struct PreparedStatement: Hashable, Sendable {
    let sql: ExactName
    let parameters: [ExactName?]
    /// Whether values come in the binary format of their types.
    let isBinary: Bool

    /// Creates a statement. Its parameters take their types from the context; `nil` is NULL.
    package init(_ sql: String, _ parameters: [String?], isBinary: Bool = false) {
        self.sql = ExactName(sql)
        self.parameters = parameters.map { $0.map(ExactName.init) }
        self.isBinary = isBinary
    }

    /// The bytes of the parameters.
    package var byteCount: Int { parameters.reduce(0) { $0 + ($1?.text.utf8.count ?? 0) } }
    /// Whether a parameter has the character NUL, which no text of PostgreSQL has.
    var hasNUL: Bool { parameters.contains { $0?.text.utf8.contains(0) ?? false } }
}
