/// The lines that commands print as lists.
enum TextTable {
    /// Returns a line of fields with tabs between them. An empty field is `-`.
    static func line(_ fields: String...) -> String {
        fields.map { $0.isEmpty ? "-" : $0 }.joined(separator: "\t")
    }
}
