/// A place in the tokens of an expression.
struct TokenCursor {
    private let tokens: [Token]
    /// The number of tokens before the cursor.
    private(set) var place = 0

    /// Creates a cursor at the first of some tokens, which end with ``Token/Kind/end``.
    init(_ tokens: [Token] = [Token(kind: .end, offset: 0)]) { self.tokens = tokens }

    /// The number of tokens.
    var count: Int { tokens.count }
    /// The token at the cursor.
    var present: Token.Kind { tokens[place].kind }
    /// The next token, or the last one at the end.
    var follower: Token.Kind { tokens[min(place + 1, tokens.count - 1)].kind }

    /// Returns a mistake at the cursor, or at another token.
    func fault(_ message: String, at index: Int? = nil) -> ExpressionFault {
        ExpressionFault(offset: tokens[index ?? place].offset, message: message)
    }

    /// Whether the next token is a word of the language, in any case of letters.
    func isNext(_ word: String) -> Bool {
        if case .word(let text) = present { text.lowercased() == word } else { false }
    }

    /// Passes a word. Returns whether it was there.
    mutating func take(_ word: String) -> Bool {
        guard isNext(word) else { return false }
        place += 1
        return true
    }

    /// Passes a mark. Returns whether it was there.
    mutating func takeMark(_ mark: String) -> Bool {
        guard present == .mark(mark) else { return false }
        place += 1
        return true
    }

    /// Passes a mark.
    ///
    /// - Throws: A mistake if it is missing.
    mutating func need(_ mark: String) throws(ExpressionFault) {
        guard takeMark(mark) else { throw fault("\"\(mark)\" is missing here.") }
    }

    /// Passes tokens.
    mutating func advance(by count: Int = 1) { place += count }
}
