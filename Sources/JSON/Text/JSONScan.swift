/// One look over a text before it is parsed: how deep it nests, and whether a name in it has an escaped NUL.
struct JSONScan {
    private(set) var depth = 0
    private(set) var hasEscapedNULInName = false

    init(_ bytes: UnsafeRawBufferPointer) {
        var level = 0
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                level += 1
                depth = max(depth, level)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): level -= 1
            case UInt8(ascii: "\""):
                let (end, hasNUL) = Self.endOfString(bytes, from: index + 1)
                if hasNUL, Self.isName(bytes, from: end + 1) { hasEscapedNULInName = true }
                index = end
            default: break
            }
            index += 1
        }
    }

    /// The index of the quotation mark that ends a string, and whether `\u0000` stands in it.
    private static func endOfString(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (Int, Bool) {
        var index = start
        var hasNUL = false
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") {
                if NULSubstitute.isEscapedNUL(bytes, at: index) { hasNUL = true }
                index += 1
            }
            index += 1
        }
        return (index, hasNUL)
    }

    /// Whether a colon follows: the string was a name.
    private static func isName(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
        var index = start
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
        return index < bytes.count && bytes[index] == UInt8(ascii: ":")
    }
}

/// jansson refuses a name with a NUL, which RFC 8259 allows: where one is, every escaped NUL is replaced by a
/// noncharacter that the text does not contain, and put back after parsing.
struct NULSubstitute {
    private let scalar: Unicode.Scalar

    /// Chooses a noncharacter (U+FDD0 to U+FDEF) for a text; `nil` if it holds them all.
    init?(for bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        let candidates = (0xFDD0...0xFDEF).compactMap { Unicode.Scalar(UInt32($0)) }
        let lowercased = text.lowercased()
        let free = candidates.first { scalar in
            !text.unicodeScalars.contains(scalar) && !lowercased.contains("\\u" + String(scalar.value, radix: 16))
        }
        guard let free else { return nil }
        scalar = free
    }

    static func isEscapedNUL(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        index + 6 <= bytes.count && bytes[index..<index + 6].elementsEqual("\\u0000".utf8)
    }

    func apply(to bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var replaced: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if Self.isEscapedNUL(bytes, at: index) {
                replaced += Array(String(Character(scalar)).utf8)
                index += 6
            } else {
                let width = bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count ? 2 : 1
                replaced += bytes[index..<index + width]
                index += width
            }
        }
        return replaced
    }

    func undo(in json: JSON) -> JSON {
        switch json {
        case .string(let text): .string(undo(in: text))
        case .array(let elements): .array(elements.map(undo))
        case .object(let members): .object(JSONObject(members.map { (undo(in: $0.name), undo(in: $0.value)) }))
        default: json
        }
    }

    private func undo(in text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(scalar == self.scalar ? "\0" : scalar) }
        return String(scalars)
    }
}
