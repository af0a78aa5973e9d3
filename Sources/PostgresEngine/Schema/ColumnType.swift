import PostgreSQL
import Tables

/// A type of PostgreSQL, as Oriel knows it.
struct ColumnType: Sendable, Equatable {
    /// The object id of the type, or of the base type of a domain.
    let id: UInt32
    /// The values of an enumeration in their order.
    let labels: [String]
    /// How values that are texts are sorted.
    var order = TextOrder.bytes
    /// The enumeration, as SQL, over which the type is a domain. The server compares only its values with literals.
    var enumeration: String?
    /// Whether the type is composite. The server compares its values with no literal.
    var isComposite = false

    /// How the values are stored in keys and routes. Numbers over 64 bits, and all other types, are texts there.
    var affinity: Column.Affinity {
        switch id {
        case 20, 21, 23, 26, 16: .integer
        case 700, 701: .real
        case 17: .blob
        default: .text
        }
    }

    /// The meaning of the values.
    var valueKind: Column.ValueKind {
        switch id {
        case 20, 21, 23, 26: .integer
        case 700, 701, 1700: .number
        case 16: .boolean
        case 17: .blob
        case 1082: .date
        case 1114, 1184: .datetime
        case 114, 3802: .any
        default: .text
        }
    }

    /// What the server accepts; `name` is the type with its length, such as `character varying(20)`.
    func limits(declaredAs name: String) -> ValueLimits {
        var limits = ValueLimits()
        limits.isOfSQLite = false
        limits.labels = labels
        switch id {
        case 21: limits.integers = Int64(Int16.min)...Int64(Int16.max)
        case 23: limits.integers = Int64(Int32.min)...Int64(Int32.max)
        case 26: limits.integers = 0...Int64(UInt32.max)
        case 1042, 1043: if name.hasPrefix("character") { limits.longest = Int(name.filter(\.isNumber)) }
        case 1082: limits.format = "date"
        case 1114, 1184: limits.format = "date-time"
        case 2950: limits.format = "uuid"
        default: break
        }
        return limits
    }

    /// Whether the values are JSON.
    var isJSON: Bool { id == 114 || id == 3802 }
    /// Whether the values are texts, whose order depends on a collation.
    var isText: Bool { [19, 25, 1042, 1043].contains(id) }

    /// Whether long values are cut in lists. Others are short, and a cast to text would print some of them differently.
    var isLong: Bool {
        affinity == .text && labels.isEmpty
            && ![650, 774, 790, 829, 869, 1082, 1083, 1114, 1184, 1186, 1266, 2950].contains(id)
    }

    /// Returns a column of the type as it can be compared.
    func compared(_ name: String) -> String { enumeration.map { "\(name)::\($0)" } ?? name }

    /// Whether ``accepts(_:)`` knows every text that the server refuses. Values of other types are compared as texts.
    var isChecked: Bool {
        !labels.isEmpty || isText || [16, 17, 20, 21, 23, 26, 700, 701, 1082, 1114, 1184, 1700, 2950].contains(id)
    }

    /// Returns whether a value can be one of the type. The server refuses others in comparisons, too.
    func accepts(_ value: SQLValue) -> Bool {
        switch (id, value) {
        case (_, .null): true
        case (_, .text(let text)) where text.utf8.contains(0): false
        case (_, .malformed): false
        case (17, .blob): true
        case (17, _), (_, .blob): false
        case (20, .integer): true
        case (23, .integer(let number)): Int32(exactly: number) != nil
        case (21, .integer(let number)): Int16(exactly: number) != nil
        case (26, .integer(let number)): UInt32(exactly: number) != nil
        case (16, .integer(let number)): number == 0 || number == 1
        case (16, _), (20, _), (21, _), (23, _), (26, _): false
        case (700, .integer), (700, .real), (701, .integer), (701, .real), (1700, .integer), (1700, .real): true
        case (700, .text(let text)), (701, .text(let text)), (1700, .text(let text)):
            ["NaN", "Infinity", "-Infinity"].contains(text)
                || text.isDecimalNumber && (id == 1700 || text.isRepresentable(inBytes: id == 700 ? 4 : 8))
        case (1082, .text(let text)): text.isDate(withTime: false)
        case (1114, .text(let text)), (1184, .text(let text)): text.isDate(withTime: true)
        case (2950, .text(let text)): text.isUUID
        case (1082, _), (1114, _), (1184, _), (2950, _): false
        case (_, .text(let text)) where !labels.isEmpty: labels.contains { $0.utf8.elementsEqual(text.utf8) }
        default: labels.isEmpty
        }
    }
}

extension String {
    /// Whether this is a number in decimal digits, with an exponent of at most two digits.
    fileprivate var isDecimalNumber: Bool {
        guard utf8.count <= 1_000 else { return false }
        let parts = split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        guard parts.count <= 2, let mantissa = parts.first else { return false }
        let digits = mantissa.drop { $0 == "-" || $0 == "+" }
        let halves = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard mantissa.count - digits.count <= 1, halves.count <= 2, halves.joined().isDigits else { return false }
        guard parts.count == 2 else { return true }
        let exponent = parts[1].drop { $0 == "-" || $0 == "+" }
        return parts[1].count - exponent.count <= 1 && exponent.count <= 2 && String(exponent).isDigits
    }

    /// Whether the number of this text is neither too large for a real number of 4 or 8 bytes nor too close to 0.
    fileprivate func isRepresentable(inBytes size: Int) -> Bool {
        guard let number = size == 4 ? Float(self).map(Double.init) : Double(self) else { return false }
        let isZero = prefix { $0 != "e" && $0 != "E" }.allSatisfy { !"123456789".contains($0) }
        return number.isFinite && (number != 0 || isZero)
    }

    private var isDigits: Bool { !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }

    /// Whether this is a date of the calendar, such as `2024-02-29` or `0044-03-15 BC`, or with a time
    /// `2024-02-29 12:30:00.5Z`.
    fileprivate func isDate(withTime: Bool) -> Bool {
        if self == "infinity" || self == "-infinity" { return true }
        let isBeforeChrist = hasSuffix(" BC")
        let text = isBeforeChrist ? dropLast(3) : self[...]
        let day = text.prefix { $0 != " " && $0 != "T" }
        let parts = day.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        let longest = isBeforeChrist ? 4713 : withTime ? 294_275 : 5_874_896
        guard parts.count == 3, (4...7).contains(parts[0].count), parts[1].count == 2, parts[2].count == 2,
            parts.allSatisfy(\.isDigits), let year = Int(parts[0]), (1...longest).contains(year),
            let month = Int(parts[1]), let number = Int(parts[2]), number > 0,
            number <= Month.dayCount(month, of: isBeforeChrist ? 1 - year : year)
        else { return false }
        let rest = text[day.endIndex...]
        return rest.isEmpty || withTime && String(rest).isTimeOfDay
    }

    /// Whether this is a time after a date: `T12:30`, ` 12:30:00.5`, with `Z` or an offset at the end.
    private var isTimeOfDay: Bool {
        guard first == " " || first == "T" else { return false }
        var time = dropFirst()
        if time.last == "Z" {
            time = time.dropLast()
        } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            let written = time[time.index(after: sign)...]
            let offset = written.filter { $0 != ":" }
            guard offset.count == 2 || offset.count == 4, offset.isDigits, offset.prefix(2) < "15",
                offset.dropFirst(2) < "60", written == offset || written == "\(offset.prefix(2)):\(offset.dropFirst(2))"
            else { return false }
            time = time[..<sign]
        }
        let parts = time.split(separator: ".", omittingEmptySubsequences: false)
        let clock = parts[0].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, parts.count == 1 || String(parts[1]).isDigits && parts[1].count <= 9,
            clock.count == 2 || clock.count == 3, clock.allSatisfy({ $0.count == 2 && $0.isDigits })
        else { return false }
        return clock[0] < "24" && clock.dropFirst().allSatisfy { $0 < "60" }
    }

    /// Whether this is a UUID in its usual form, 8-4-4-4-12 hexadecimal digits.
    fileprivate var isUUID: Bool {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12]
            && parts.joined().utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }
}
