import FoundationEssentials
import JSON

extension Date: ColumnValue {
    /// Creates a time from a text of RFC 3339, such as `2026-11-26T12:30:00Z`, or of SQLite's own functions, such as
    /// `2026-11-26 12:30:00` and `2026-11-26`, which are in UTC.
    public init?(sqlValue: SQLValue) {
        guard let text = String(sqlValue: sqlValue) else { return nil }
        self.init(text: text)
    }

    /// The time in UTC by RFC 3339, with milliseconds: `2026-11-26T12:30:00.000Z`. Such texts are in the order of the
    /// times.
    public var sqlValue: SQLValue { .text(text) }
}

extension UUID: ColumnValue {
    /// Creates a UUID from its text, or from a blob of 16 bytes.
    public init?(sqlValue: SQLValue) {
        if let text = String(sqlValue: sqlValue) {
            self.init(uuidString: text)
        } else if let bytes = [UInt8](sqlValue: sqlValue), bytes.count == 16 {
            self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        } else {
            return nil
        }
    }

    /// The text in lower case (RFC 9562 section 4).
    public var sqlValue: SQLValue { .text(uuidString.lowercased()) }
}

extension Decimal: ColumnValue {
    /// Creates a number from a text such as `12.50`, or from a number.
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .integer(let number): self.init(number)
        case .real(let number): self.init(string: "\(number)")
        default:
            guard let text = String(sqlValue: sqlValue) else { return nil }
            self.init(text: text)
        }
    }

    /// The exact number as a text, because SQLite's numbers are binary.
    public var sqlValue: SQLValue { .text(description) }
}

/// A value of any `Codable` type that a column holds as JSON.
///
///     struct Address: CodableColumn { var street = "", city = "" }
///     let address: Address? = record["Address"]
///
/// Members are in the order of their names, so that equal values are equal texts.
public protocol CodableColumn: ColumnValue, Codable {}

extension CodableColumn {
    /// Creates a value from its JSON; `nil` for any other text.
    public init?(sqlValue: SQLValue) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        guard let text = String(sqlValue: sqlValue),
            let value = try? decoder.decode(Self.self, from: Data(text.utf8))
        else { return nil }
        self = value
    }

    /// The value as JSON. Numbers that JSON does not have are texts. A value that refuses to be encoded is NULL.
    public var sqlValue: SQLValue {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
    }
}
