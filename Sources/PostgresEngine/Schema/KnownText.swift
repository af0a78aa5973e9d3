import Glibc

/// Texts of types that the server compares as what they are, not as texts: `2 days` is less than `10 days`.
///
/// The server refuses a statement with a text that is no value of the type, so only texts in these forms are compared
/// so. They are the forms in which the server prints values, and the usual shorter ones.
enum KnownText {
    /// Returns whether a text is a value of the type with this object id.
    static func isValue(_ text: String, of type: UInt32) -> Bool {
        guard text.utf8.count <= 100 else { return false }
        return switch type {
        case 650: isNetwork(text)
        case 790: isAmount(text)
        case 869: address(text) != nil
        case 1083: isClock(text)
        case 1186: isInterval(text)
        default: false
        }
    }

    /// An amount of money in digits, such as `-1234.50`. Other signs depend on the locale of the server.
    private static func isAmount(_ text: String) -> Bool {
        let parts = text.trimmingMinus.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts[0].count <= 15 && parts.allSatisfy { $0.isDigits && !$0.isEmpty }
            && (parts.count == 1 || parts[1].count <= 2)
    }

    /// A time of day, such as `12:30` or `12:30:00.5`.
    private static func isClock(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let clock = parts[0].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 2 || clock.count == 3, clock.allSatisfy({ $0.count == 2 && $0.isDigits }) else {
            return false
        }
        let isFraction = parts.count == 2 && clock.count == 3 && parts[1].isDigits && (1...6).contains(parts[1].count)
        return clock[0] < "24" && clock.dropFirst().allSatisfy { $0 < "60" } && (parts.count == 1 || isFraction)
    }

    private static let units: Set<Substring> = [
        "year", "years", "mon", "mons", "month", "months", "week", "weeks", "day", "days", "hour", "hours", "min",
        "mins", "minute", "minutes", "sec", "secs", "second", "seconds",
    ]

    /// An interval as the server prints it, such as `1 year -2 mons 3 days 04:05:06.7`.
    private static func isInterval(_ text: String) -> Bool {
        var words = text.split(separator: " ", omittingEmptySubsequences: false)
        if let last = words.last, last.contains(":") {
            let sign = last.first == "-" || last.first == "+" ? 1 : 0
            guard isClock(last.dropFirst(sign)) else { return false }
            words.removeLast()
            if words.isEmpty { return true }
        }
        guard !words.isEmpty, words.count.isMultiple(of: 2) else { return false }
        return stride(from: 0, to: words.count, by: 2).allSatisfy { place in
            let number = words[place].trimmingMinus
            return (1...6).contains(number.count) && number.isDigits && units.contains(words[place + 1])
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
        guard parts[1].isDigits, let bits = Int(parts[1]), bits <= bytes.count * 8 else { return nil }
        return (bytes, bits)
    }

    /// An address whose bits after those of the network are 0.
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
