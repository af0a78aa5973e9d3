/// A token of an expression, with its position in the text.
struct Token: Equatable {
    enum Kind: Equatable {
        /// A name without quotation marks: a column, `user`, or a word of the language.
        case word(String)
        /// A column's name in quotation marks.
        case quoted(String)
        case text(String)
        case integer(Int64)
        case real(Double)
        case mark(String)
        case end
    }

    let kind: Kind
    /// The number of characters before the token.
    let offset: Int

    /// Splits an expression into tokens.
    static func tokens(of text: String) throws(ExpressionFault) -> [Token] {
        var scanner = Scanner(characters: Array(text.unicodeScalars))
        var tokens: [Token] = []
        repeat { tokens.append(try scanner.next()) } while tokens.last?.kind != .end
        return tokens
    }
}

/// A mistake in an expression.
package struct ExpressionFault: Error {
    /// The number of characters before the mistake.
    package let offset: Int
    package let message: String
}

/// Reads tokens one after the other.
private struct Scanner {
    let characters: [Unicode.Scalar]
    private var place = 0

    private static let marks = ["<>", "<=", ">=", "!=", "=", "<", ">", "(", ")", ",", ".", "+", "-"]

    /// Marks of other languages, with what stands for them here.
    private static let foreignMarks: KeyValuePairs = ["==": "=", "&&": "and", "||": "or"]

    init(characters: [Unicode.Scalar]) {
        self.characters = characters
    }

    mutating func next() throws(ExpressionFault) -> Token {
        while place < characters.count, characters[place].properties.isWhitespace { place += 1 }
        let start = place
        guard let first = peek else { return Token(kind: .end, offset: start) }
        return Token(kind: try kind(from: first), offset: start)
    }

    private var peek: Unicode.Scalar? { place < characters.count ? characters[place] : nil }

    private mutating func kind(from first: Unicode.Scalar) throws(ExpressionFault) -> Token.Kind {
        if first == "'" { return .text(try quotation("'")) }
        if first == "\"" { return .quoted(try quotation("\"")) }
        let hasDigit = place + 1 < characters.count && Self.isDigit(characters[place + 1])
        if Self.isDigit(first) || first == "-" && hasDigit { return try number() }
        if Self.isWord(first), first != "-" { return .word(run(Self.isWord)) }
        for (mark, word) in Self.foreignMarks where characters[place...].starts(with: mark.unicodeScalars) {
            throw ExpressionFault(offset: place, message: "\"\(mark)\" is not known here. Write \"\(word)\".")
        }
        for mark in Self.marks where characters[place...].starts(with: mark.unicodeScalars) {
            place += mark.unicodeScalars.count
            return .mark(mark == "!=" ? "<>" : mark)
        }
        throw ExpressionFault(offset: place, message: "\"\(first)\" is not allowed here.")
    }

    /// Reads a text up to its closing mark. A mark within the text is doubled.
    private mutating func quotation(_ mark: Unicode.Scalar) throws(ExpressionFault) -> String {
        let start = place
        var text = String.UnicodeScalarView()
        place += 1
        while let character = peek {
            place += 1
            if character == mark {
                guard peek == mark else { return String(text) }
                place += 1
            }
            text.append(character)
        }
        throw ExpressionFault(offset: start, message: "The text has no end. Close it with \(mark).")
    }

    private mutating func number() throws(ExpressionFault) -> Token.Kind {
        let start = place
        let sign = peek == "-" ? "-" : ""
        if !sign.isEmpty { place += 1 }
        let text = sign + run { Self.isDigit($0) || $0 == "." || $0 == "e" || $0 == "E" }
        if let whole = Int64(text) { return .integer(whole) }
        if let number = Double(text), number.isFinite { return .real(number) }
        throw ExpressionFault(offset: start, message: "\"\(text)\" is not a number.")
    }

    private mutating func run(_ belongs: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let character = peek, belongs(character) {
            text.append(character)
            place += 1
        }
        return String(text)
    }

    private static func isDigit(_ character: Unicode.Scalar) -> Bool { ("0"..."9").contains(character) }

    private static func isWord(_ character: Unicode.Scalar) -> Bool {
        character == "_" || character == "-" || character.properties.isAlphabetic || isDigit(character)
    }
}
