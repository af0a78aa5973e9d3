/// An extension that a client offers (RFC 6455, section 9.1).
struct ExtensionOffer: Equatable {
    /// A name, and the value after the equals sign, if there is one.
    struct Parameter: Equatable {
        let name: String
        let value: String?
    }

    let name: String
    let parameters: [Parameter]

    /// Parses the offers in a header, in the client's order; a missing header has none.
    ///
    /// - Throws: If the header is invalid. The connection must then fail.
    static func list(_ field: String?) throws(HandshakeRefusal) -> [ExtensionOffer] {
        var scanner = FieldScanner(field ?? "")
        var offers: [ExtensionOffer] = []
        while true {
            while scanner.skip(",") {}
            guard !scanner.isAtEnd else { return offers }
            offers.append(try offer(&scanner))
            guard scanner.isAtEnd || scanner.skip(",") else { throw .invalidExtensions }
        }
    }

    private static func offer(_ scanner: inout FieldScanner) throws(HandshakeRefusal) -> ExtensionOffer {
        guard let name = scanner.token() else { throw .invalidExtensions }
        var parameters: [Parameter] = []
        while scanner.skip(";") {
            guard let name = scanner.token() else { throw .invalidExtensions }
            guard scanner.skip("=") else {
                parameters.append(Parameter(name: name, value: nil))
                continue
            }
            guard let value = scanner.token() ?? scanner.quotedToken() else { throw .invalidExtensions }
            parameters.append(Parameter(name: name, value: value))
        }
        return ExtensionOffer(name: name, parameters: parameters)
    }
}

/// Scans a header from its beginning, and skips spaces and tabs between its parts.
private struct FieldScanner {
    private let bytes: [UInt8]
    private var place = 0

    init(_ field: String) {
        bytes = Array(field.utf8)
        skipSpaces()
    }

    var isAtEnd: Bool { place == bytes.count }

    /// Skips this character if it is next, and returns whether it was.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard !isAtEnd, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        skipSpaces()
        return true
    }

    /// Returns the next token (RFC 9110, section 5.6.2).
    mutating func token() -> String? {
        let end = bytes[place...].firstIndex { !$0.isTokenByte } ?? bytes.count
        guard end > place else { return nil }
        defer {
            place = end
            skipSpaces()
        }
        return String(decoding: bytes[place..<end], as: UTF8.self)
    }

    /// Returns the next token in quotes, in which a backslash may precede any character.
    mutating func quotedToken() -> String? {
        guard !isAtEnd, bytes[place] == UInt8(ascii: "\"") else { return nil }
        var text: [UInt8] = []
        var rest = bytes[(place + 1)...]
        while var byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                guard let escaped = rest.popFirst() else { return nil }
                byte = escaped
            }
            guard byte.isTokenByte else { return nil }
            text.append(byte)
        }
        guard !text.isEmpty, bytes[rest.startIndex - 1] == UInt8(ascii: "\"") else { return nil }
        place = rest.startIndex
        skipSpaces()
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipSpaces() {
        while !isAtEnd, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
    }
}
