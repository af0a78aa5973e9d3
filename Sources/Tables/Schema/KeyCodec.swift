/// Encodes values as parts of a route and decodes them exactly: row ids and the values of filters.
///
/// A number or a text stands for itself, with three escapes: `~~` for `~`, `~c` for a comma, because commas join the
/// parts of a key, and `~0` for the NUL character, because no URL may contain it. A mark prevents a wrong reading: `~n`
/// NULL, `~r1.5` a real, `~x0AFF` a blob, `~tTEXT` a text, `~u41FF` a text with invalid UTF-8.
package enum KeyCodec {
    /// Encodes the id of a key, from its values and the affinities of its columns.
    package static func encode(_ values: [SQLValue], _ affinities: [Column.Affinity]) -> String {
        var text = ""
        var isFirst = true
        for (value, affinity) in zip(values, affinities) {
            if !isFirst { text.append(",") }
            isFirst = false
            text.append(encode(value, affinity))
        }
        return segment(text)
    }

    /// Returns a key as a path segment. Segments of one or two dots mean something else, so they get a mark.
    package static func segment(_ text: String) -> String {
        text.utf8.count <= 2 && (text == "." || text == "..") ? "~t" + text : text
    }

    /// Decodes the values of a key. Returns `nil` if the text is no key of this number of columns.
    package static func decode(_ text: String, _ affinities: [Column.Affinity]) -> [SQLValue]? {
        let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
            Substring($0)
        }
        guard parts.count == affinities.count else { return nil }
        var values: [SQLValue] = []
        for (part, affinity) in zip(parts, affinities) {
            guard let value = decode(part, affinity) else { return nil }
            values.append(value)
        }
        return values
    }

    /// Encodes one value of a key.
    package static func encode(_ value: SQLValue, _ affinity: Column.Affinity) -> String {
        switch value {
        case .null: return "~n"
        case .integer(let number): return String(number)
        case .real(let number): return "~r\(number)"
        case .malformed(let text): return "~u" + text.bytes.map(hex).joined()
        case .blob(let blob): return "~x" + blob.bytes.map(hex).joined()
        case .text(let text):
            let escaped = escape(text)
            return text.isEmpty || (affinity != .text && integer(text[...]) != nil) ? "~t" + escaped : escaped
        }
    }

    private static func decode(_ part: Substring, _ affinity: Column.Affinity) -> SQLValue? {
        guard part.utf8.first == UInt8(ascii: "~") else {
            if affinity != .text, let number = integer(part) { return .integer(number) }
            return unescape(part).map { .text($0) }
        }
        let rest = Substring(part.utf8.dropFirst(2))
        switch part.utf8.dropFirst().first {
        case UInt8(ascii: "n"): return rest.isEmpty ? .null : nil
        case UInt8(ascii: "r"): return Double(rest).map { .real($0) }
        case UInt8(ascii: "x"): return bytes(rest).map { .blob(Blob($0)) }
        case UInt8(ascii: "t"): return unescape(rest).map { .text($0) }
        case UInt8(ascii: "u"): return bytes(rest).map { .malformed(Blob($0)) }
        default: return unescape(part).map { .text($0) }
        }
    }

    /// Reads a whole number in SQLite's notation: no plus sign, no leading zero.
    package static func integer(_ text: Substring) -> Int64? {
        guard let number = Int64(text), String(number) == text else { return nil }
        return number
    }

    private static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: ",") }) else {
            return text
        }
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "~"): escaped += Array("~~".utf8)
            case UInt8(ascii: ","): escaped += Array("~c".utf8)
            case 0: escaped += Array("~0".utf8)
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func unescape(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var iterator = text.utf8.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch iterator.next() {
            case UInt8(ascii: "~"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "c"): bytes.append(UInt8(ascii: ","))
            case UInt8(ascii: "0"): bytes.append(0)
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    private static func bytes(_ hex: Substring) -> [UInt8]? {
        let digits = Array(hex.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16),
                digits[index] != UInt8(ascii: "+")
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

extension Table {
    /// Decodes the values of a key that consists of columns from a row's id. Returns `nil` for another kind of key.
    package func keyValues(of id: String) -> [SQLValue]? {
        guard case .columns(let names, _) = key else { return nil }
        return KeyCodec.decode(id, names.map { column(named: $0)?.affinity ?? .blob })
    }
}
