import CPostgres
import Tables

/// How values of a type are read from the server's text.
package enum PostgresKind: Sendable {
    case integer, real, boolean, bytes
    /// A text of a fixed length. The spaces at its end have no meaning, and a cast to `text` leaves them out.
    case padded
    /// A time with a zone, which sessions print in UTC. In RFC 3339, the zone of `+00` is `Z`.
    case instant
    /// Any other type, whose text stands for the value.
    case text

    /// Finds the kind of a type by its object id (`pg_type.oid`, the same in every database for built-in types).
    package init(_ type: Oid) {
        self =
            switch type {
            case 20, 21, 23, 26: .integer  // int8, int2, int4, oid
            case 700, 701: .real  // float4, float8
            case 16: .boolean
            case 17: .bytes  // bytea
            case 1042: .padded  // char(n)
            case 1184: .instant  // timestamptz
            default: .text
            }
    }

    /// Reads a value. NaN has no JSON number and stays a text.
    package func value(_ bytes: UnsafeBufferPointer<UInt8>) -> SQLValue {
        let text = String(decoding: bytes, as: UTF8.self)
        switch self {
        case .integer: return Int64(text).map { .integer($0) } ?? .text(text)
        case .real: return Double(text).flatMap { $0.isNaN ? nil : .real($0) } ?? .text(text)
        case .boolean: return .integer(bytes.first == UInt8(ascii: "t") ? 1 : 0)  // "t", or "true" as a text
        case .padded: return .text(String(decoding: bytes[..<Self.unpaddedCount(bytes)], as: UTF8.self))
        case .bytes: return Self.blob(bytes)
        case .instant: return .text(text.hasSuffix("+00") ? text.dropLast(3) + "Z" : text)
        case .text: return .text(text)
        }
    }

    private static func unpaddedCount(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        bytes.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
    }

    /// The limit on the bytes of a blob in a row.
    private static let blobLimit = 256

    /// Reads the beginning of a blob in hexadecimal digits after `\x`.
    private static func blob(_ text: UnsafeBufferPointer<UInt8>) -> SQLValue {
        let count = max(text.count - 2, 0) / 2
        return .blob(Blob(digits(text, min(count, blobLimit)), of: count))
    }

    /// Reads a whole blob in hexadecimal digits after `\x`.
    package static func wholeBlob(_ text: UnsafeBufferPointer<UInt8>) -> SQLValue {
        .blob(Blob(digits(text, max(text.count - 2, 0) / 2)))
    }

    private static func digits(_ text: UnsafeBufferPointer<UInt8>, _ count: Int) -> [UInt8] {
        (0..<count).map { nibble(text[2 + 2 * $0]) << 4 | nibble(text[3 + 2 * $0]) }
    }

    private static func nibble(_ digit: UInt8) -> UInt8 {
        digit <= UInt8(ascii: "9") ? digit &- UInt8(ascii: "0") : (digit | 0x20) &- UInt8(ascii: "a") &+ 10
    }
}

extension SQLValue {
    /// The value as PostgreSQL reads it from a text; `nil` for NULL.
    package var postgresText: String? {
        switch self {
        case .null: nil
        case .integer(let number): String(number)
        case .real(let number):
            number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : number.isNaN ? "NaN" : "\(number)"
        case .text(let text): text
        case .malformed(let text): String(decoding: text.bytes, as: UTF8.self)
        case .blob(let blob):
            "\\x" + blob.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// The value as a literal of PostgreSQL without a type, which takes that of the context. NUL, which no text of
    /// PostgreSQL contains, is left out.
    package var postgresLiteral: String { postgresText.map(\.postgresQuoted) ?? "NULL" }
}

extension String {
    /// The text as a literal. Quotation marks are doubled byte by byte; backslashes stand for themselves
    /// (`standard_conforming_strings`).
    package var postgresQuoted: String {
        let mark = UInt8(ascii: "'")
        var bytes = [mark]
        for byte in utf8 where byte != 0 {
            if byte == mark { bytes.append(mark) }
            bytes.append(byte)
        }
        return String(decoding: bytes + [mark], as: UTF8.self)
    }
}
