/// Suggestions for misspelled names.
package enum Suggestion {
    /// Returns the sentence that names the most similar of some names, or all of a few; empty for none.
    package static func sentence(for name: String, among names: [String]) -> String {
        let known = names.map { ($0, distance(Array(name.lowercased().utf8), Array($0.lowercased().utf8))) }
        if let best = known.min(by: { $0.1 < $1.1 }), best.1 <= max(1, name.utf8.count / 3) {
            return " Did you mean \"\(best.0)\"?"
        }
        guard !names.isEmpty else { return "" }
        let more = names.count > 10 ? ", …" : ""
        return " There are: \(names.prefix(10).joined(separator: ", "))\(more)."
    }

    /// Returns the number of edits between two texts (Levenshtein). Long texts are cut.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let (left, right) = (left.prefix(64), right.prefix(64))
        var row = Array(0...right.count)
        for (number, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = number + 1
            for (place, other) in right.enumerated() {
                let next = min(row[place] + 1, row[place + 1] + 1, diagonal + (byte == other ? 0 : 1))
                diagonal = row[place + 1]
                row[place + 1] = next
            }
        }
        return row[right.count]
    }
}
