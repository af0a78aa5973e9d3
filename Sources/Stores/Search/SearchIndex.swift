/// A full-text index (FTS5) of the rows of a table.
struct SearchIndex: Sendable, Equatable {
    /// The name of the virtual table.
    let name: String
    /// The columns whose words it holds, as the index spells them.
    let columns: [String]
    /// The column of the table whose values are the row ids of the index, or a name of the table's row id.
    let rowColumn: String
    /// Whether ``rowColumn`` is what the table's rows are named by.
    let isByRowID: Bool
    /// Whether it holds runs of three characters instead of words.
    let isTrigram: Bool
    /// Whether triggers of the table keep it: then it changes with the table's rows only, in the same transactions.
    let isKept: Bool
    /// The table of the index's own that is written whenever a row is entered or taken out, if it is known by row:
    /// an id is a row id of the index.
    let documents: String?
    /// What is written whenever anything is.
    var data: String { name + "_data" }

    /// The query that finds a text: all its words, the last one also as the beginning of a longer one; `nil` if the index
    /// cannot tell, because it lacks a column, or because there is no word in the text.
    func match(_ text: String, in columns: [String]) -> String? {
        let named = columns.map { column in self.columns.first { $0.isSameName(as: column) } }
        let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value == 0 }
            .filter { $0.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil } }
        guard !named.contains(nil), !words.isEmpty, words.count <= Self.wordLimit else { return nil }
        if isTrigram, words.contains(where: { $0.count < 3 }) { return nil }
        let phrases = words.map { String(String.UnicodeScalarView($0)).quoted }.joined(separator: " ")
        let all = isTrigram ? phrases : phrases + " *"
        return named.isEmpty ? all : "{\(named.compactMap { $0?.quoted }.joined(separator: " "))} : (\(all))"
    }

    /// A text of more words is searched for as it stands.
    private static let wordLimit = 100
}
