import JSON

/// A file of scenes with one scene: a query that an operator has typed.
struct SceneOfSQL {
    private let sql: String

    init(_ question: SQLQuestion) {
        sql = question.literal
    }

    /// The file. The query is a block, or where YAML would read a block differently, a text in quotation marks.
    var text: String {
        let head = "scenes:\n  /query:\n    title: Query\n"
        let isPlain = sql.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value < 0x7F }
        guard isPlain, sql.first != " ", sql.first != "\n" else {
            return head + "    query: \(JSON.string(sql).text)\n"
        }
        let lines = sql.split(separator: "\n", omittingEmptySubsequences: false)
        return head + "    query: |\n" + lines.map { $0.isEmpty ? "\n" : "      \($0)\n" }.joined()
    }
}
