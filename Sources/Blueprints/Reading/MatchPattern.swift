/// Regular expressions of forms. A server matches them while it serves others, so their work has to be bounded.
enum MatchPattern {
    /// The repetitions that a pattern may have. Matching takes about as many steps as the text has characters, to the
    /// power of this number.
    private static let repetitionLimit = 2

    /// Returns why a pattern could take too long for some texts; `nil` if it cannot.
    static func fault(of pattern: String) -> String? {
        let plain = pattern.replacing(/\\[^1-9]/, with: "x").replacing(/\[[^\]]*\]/, with: "x")
        if plain.contains("\\") || plain.contains("(?") {
            return "\"match\" may not refer to groups or look around: it could take too long."
        }
        if plain.contains(/\)[*+{]/) {
            return "\"match\" may not repeat a group: it could take too long. Repeat a single character or class."
        }
        guard plain.matches(of: /[*+{]/).count <= repetitionLimit else {
            return "\"match\" may have \(repetitionLimit) repetitions (*, + or {…}): more could take too long."
        }
        return nil
    }
}
