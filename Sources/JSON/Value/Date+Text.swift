import FoundationEssentials

extension Date {
    /// Creates a time from a text of RFC 3339, such as `2026-11-26T12:30:00Z`. A blank may stand for the `T`. A text
    /// without a zone or without a time of day is in UTC. Returns `nil` for any other text.
    package init?(text: String) {
        let shape = /(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d(?::?\d\d)?)?)?/
        guard let parts = text.wholeMatch(of: shape) else { return nil }
        let zone = parts.4.map { $0.count == 3 ? "\($0):00" : String($0) } ?? "Z"
        let whole = "\(parts.1)T\(parts.2 ?? "00:00:00")\(zone)"
        guard let date = try? Date.ISO8601FormatStyle().parse(whole) else { return nil }
        self = date.addingTimeInterval(parts.3.flatMap { Double("0.\($0)") } ?? 0)
    }

    /// The time in UTC by RFC 3339, with milliseconds: `2026-11-26T12:30:00.000Z`. These texts are in the order of the
    /// times.
    package var text: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}

extension Decimal {
    /// Creates a number from a text such as `12.50`; `nil` if the text is more or less than a number.
    package init?(text: String) {
        guard text.wholeMatch(of: /[+-]?\d{1,38}(\.\d{1,38})?/) != nil else { return nil }
        self.init(string: text)
    }
}
