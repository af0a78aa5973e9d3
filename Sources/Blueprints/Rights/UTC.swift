import Glibc

/// The present time in UTC as SQLite writes it.
enum UTC {
    /// The date, such as `2026-11-23`.
    static var date: String { date(of: parts) }

    private static func date(of parts: tm) -> String {
        "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    }

    /// The date and the time, such as `2026-11-23 14:05:00`.
    static var dateAndTime: String {
        let parts = parts
        return "\(date(of: parts)) \(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
    }

    private static var parts: tm {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return parts
    }

    private static func padded(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
}
