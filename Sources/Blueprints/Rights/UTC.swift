import FoundationEssentials
import Glibc

/// Times in UTC as SQLite writes them.
enum UTC {
    /// Returns the date some days after the present, such as `2026-11-23`.
    static func date(after days: Int = 0) -> String { date(of: parts(of: time(nil) + days * 86_400)) }

    /// Returns the date of a time.
    static func date(at time: Date) -> String { date(of: parts(of: Int(time.timeIntervalSince1970))) }

    /// Returns the date and the minute of a time, such as `2026-11-23 14:05:00`.
    static func minute(at time: Date) -> String {
        let parts = parts(of: Int(time.timeIntervalSince1970))
        return "\(date(of: parts)) \(padded(parts.tm_hour)):\(padded(parts.tm_min)):00"
    }

    private static func date(of parts: tm) -> String {
        "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    }

    /// Returns the date and time some seconds after the present, such as `2026-11-23 14:05:00`.
    static func dateAndTime(after seconds: Int) -> String {
        let parts = parts(of: time(nil) + seconds)
        return "\(date(of: parts)) \(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
    }

    private static func parts(of seconds: Int) -> tm {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return parts
    }

    private static func padded(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
}
