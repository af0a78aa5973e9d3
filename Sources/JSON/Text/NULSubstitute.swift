/// Replaces NULs in names, which RFC 8259 allows but jansson rejects. `\u0000` is written as DEL and `0`, and DEL
/// itself as DEL and `1`. Both are undone after parsing, so that no text is lost and different texts stay different.
enum NULSubstitute {
    private static let mark: UInt8 = 0x7F

    static func isEscapedNUL(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        isEscape("0000", in: bytes, at: index)
    }

    static func apply(to bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var replaced: [UInt8] = []
        replaced.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if isEscapedNUL(bytes, at: index) {
                replaced += [mark, UInt8(ascii: "0")]
                index += 6
            } else if bytes[index] == mark {
                replaced += [mark, UInt8(ascii: "1")]
                index += 1
            } else if isEscape("007f", in: bytes, at: index) || isEscape("007F", in: bytes, at: index) {
                replaced += [mark, UInt8(ascii: "1")]
                index += 6
            } else {
                let width = bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count ? 2 : 1
                replaced += bytes[index..<index + width]
                index += width
            }
        }
        return replaced
    }

    static func undo(in json: JSON) -> JSON {
        switch json {
        case .string(let text): .string(undo(in: text))
        case .array(let elements): .array(elements.map(undo))
        case .object(let members): .object(JSONObject(members.map { (undo(in: $0.name), undo(in: $0.value)) }))
        default: json
        }
    }

    private static func undo(in text: String) -> String {
        guard text.utf8.contains(mark) else { return text }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == mark else {
                bytes.append(byte)
                continue
            }
            bytes.append(rest.popFirst() == UInt8(ascii: "0") ? 0 : mark)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a backslash, `u` and these four digits are at an index.
    private static func isEscape(_ digits: StaticString, in bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return false }
        return (0..<4).allSatisfy { bytes[index + 2 + $0] == digits.utf8Start[$0] }
    }
}
