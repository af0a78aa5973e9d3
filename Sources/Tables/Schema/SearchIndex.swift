/// A full-text index (FTS5) of the rows of a table.
package struct SearchIndex: Sendable, Equatable {
    /// The name of the virtual table.
    package let name: String
    /// The indexed columns, as the index spells them.
    package let columns: [String]
    /// The column of the table whose values are the row ids of the index, or an alias of the table's row id.
    package let rowColumn: String
    /// Whether ``rowColumn`` identifies the table's rows.
    package let isByRowID: Bool
    /// Whether the index contains runs of three characters instead of words.
    package let isTrigram: Bool
    /// Whether triggers of the table maintain the index. If so, it changes only with the table's rows, in the same
    /// transactions.
    package let isKept: Bool
    /// The index's internal table that changes with every added or removed row, if the row is known: an id there is a
    /// row id of the index.
    package let documents: String?
    /// Creates an index from its description in the schema.
    package init(
        name: String, columns: [String], rowColumn: String, isByRowID: Bool, isTrigram: Bool, isKept: Bool,
        documents: String?
    ) {
        self.name = name
        self.columns = columns
        self.rowColumn = rowColumn
        self.isByRowID = isByRowID
        self.isTrigram = isTrigram
        self.isKept = isKept
        self.documents = documents
    }

    /// The internal table that changes with every change of the index.
    package var data: String { name + "_data" }

    /// Returns the FTS5 query for a text: all its words, the last one also as a prefix of longer words. Returns `nil`
    /// if the index cannot answer, because it lacks a column or because the text contains no word.
    package func match(_ text: String, in columns: [String]) -> String? {
        let named = columns.map { column in self.columns.first { $0.isSameName(as: column) } }
        let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value == 0 }
            .filter { $0.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil } }
        guard !named.contains(nil), !words.isEmpty, words.count <= Self.wordLimit else { return nil }
        if isTrigram, words.contains(where: { $0.count < 3 }) { return nil }
        let phrases = words.map { String(String.UnicodeScalarView($0)).quoted }.joined(separator: " ")
        let all = isTrigram ? phrases : phrases + " *"
        return named.isEmpty ? all : "{\(named.compactMap { $0?.quoted }.joined(separator: " "))} : (\(all))"
    }

    /// The limit on the number of words. A longer text is searched for as it is.
    private static let wordLimit = 100
}
