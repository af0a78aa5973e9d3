import Glibc
import PostgreSQL

/// Texts of types that the server compares as what they are, not as texts: `2 days` is less than `10 days`.
///
/// The server refuses a statement with a text that is no value of the type, so only texts in these forms are compared
/// so. They are the forms in which the server prints values, and the usual shorter ones.
enum KnownText {
    /// Returns a text as a literal of the type with this object id; `nil` if it is not known to be a value.
    static func literal(_ text: String, of type: UInt32) -> String? {
        guard text.utf8.count <= 100 else { return nil }
        return switch type {
        case 650: isNetwork(text) ? text.postgresQuoted : nil
        case 790: amount(text).map { "\($0.postgresQuoted)::numeric::money" }
        case 869: address(text) == nil ? nil : text.postgresQuoted
        case 1083: isClock(text, hours: 2) && text < "25" ? text.postgresQuoted : nil
        case 1186: isInterval(text) ? text.postgresQuoted : nil
        default: nil
        }
    }

    /// Returns the digits of an amount of money, such as `-1234.50` or `-$1,234.50`; `nil` for other texts. How the
    /// server reads and prints amounts depends on its locale, so it is given a number.
    private static func amount(_ text: String) -> String? {
        let digits = text.filter { $0 != "," && $0 != "$" }
        let parts = digits.trimmingMinus.split(separator: ".", omittingEmptySubsequences: false)
        let isAmount =
            parts.count <= 2 && parts[0].count <= 15 && parts.allSatisfy { $0.isDigits && !$0.isEmpty }
            && (parts.count == 1 || parts[1].count <= 2)
        return isAmount ? digits : nil
    }

    /// Whether a text is a time, such as `12:30` or `12:30:00.5`, with at most this number of digits for the hours.
    private static func isClock(_ text: some StringProtocol, hours: Int) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let clock = parts[0].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 2 || clock.count == 3, clock.allSatisfy(\.isDigits), (2...hours).contains(clock[0].count)
        else { return false }
        let isFraction = parts.count == 2 && clock.count == 3 && parts[1].isDigits && (1...6).contains(parts[1].count)
        let isWhole = hours > 2 || clock[0] < "24" || text == "24:00:00"
        return isWhole && clock.dropFirst().allSatisfy { $0.count == 2 && $0 < "60" }
            && (parts.count == 1 || isFraction)
    }

    /// The units of intervals, by their names. Each may occur once.
    private static let units: [Substring: Character] = [
        "year": "y", "years": "y", "mon": "m", "mons": "m", "month": "m", "months": "m", "week": "w", "weeks": "w",
        "day": "d", "days": "d", "hour": "H", "hours": "H", "min": "M", "mins": "M", "minute": "M", "minutes": "M",
        "sec": "S", "secs": "S", "second": "S", "seconds": "S",
    ]

    /// An interval as the server prints it, such as `1 year -2 mons 3 days 04:05:06.7`.
    private static func isInterval(_ text: String) -> Bool {
        var words = text.split(separator: " ", omittingEmptySubsequences: false)
        var found: Set<Character> = []
        if let last = words.last, last.contains(":") {
            guard isClock(last.trimmingMinus, hours: 6) else { return false }
            words.removeLast()
            if words.isEmpty { return true }
            found = ["H", "M", "S"]
        }
        guard !words.isEmpty, words.count.isMultiple(of: 2) else { return false }
        return stride(from: 0, to: words.count, by: 2).allSatisfy { place in
            let number = words[place].trimmingMinus
            guard let unit = units[words[place + 1]], found.insert(unit).inserted else { return false }
            return (1...6).contains(number.count) && number.isDigits
        }
    }

    /// The bytes of an address of the Internet, and the number of bits that name its network.
    private static func address(_ text: some StringProtocol) -> (bytes: [UInt8], bits: Int)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let isLong = parts[0].contains(":")
        var bytes = [UInt8](repeating: 0, count: isLong ? 16 : 4)
        guard parts.count <= 2, inet_pton(isLong ? AF_INET6 : AF_INET, String(parts[0]), &bytes) == 1 else {
            return nil
        }
        guard parts.count == 2 else { return (bytes, bytes.count * 8) }
        guard let bits = Int(parts[1]), "\(bits)" == parts[1], (0...bytes.count * 8).contains(bits) else { return nil }
        return (bytes, bits)
    }

    /// Whether a text is an address whose bits after those of the network are 0.
    private static func isNetwork(_ text: String) -> Bool {
        guard let (bytes, bits) = address(text) else { return false }
        return (bits..<bytes.count * 8).allSatisfy { bytes[$0 / 8] & 0x80 >> UInt8($0 % 8) == 0 }
    }
}

extension StringProtocol {
    fileprivate var isDigits: Bool { utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }

    /// The text without a minus sign at its beginning.
    fileprivate var trimmingMinus: SubSequence { first == "-" ? dropFirst() : self[...] }
}
