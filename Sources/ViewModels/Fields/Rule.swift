import FoundationEssentials
import JSON

/// A condition on the value of an input, with hints that let a client show the right control.
///
///     @Input(.required, .length(6...)) var name = ""
///     @Input(.range(0...20, step: 1)) var level = 10
///     @Input(.multiline) var notes = ""
///     @Input(Rule("is no address") { $0.contains("@") }) var mail = ""
public struct Rule<Value>: Sendable {
    /// The message for a value that breaks the rule.
    public let message: String
    /// Members of the input's description in a document, such as `min` and `max` (protocol, section 8).
    public let hints: JSONObject
    private let isFulfilled: @Sendable (Value) -> Bool

    /// Creates a rule from its message, its hints for clients, and its check.
    public init(_ message: String, hints: JSONObject = [:], _ isFulfilled: @escaping @Sendable (Value) -> Bool) {
        self.message = message
        self.hints = hints
        self.isFulfilled = isFulfilled
    }

    /// Returns the message if a value breaks the rule; `nil` otherwise.
    public func fault(of value: Value) -> String? {
        isFulfilled(value) ? nil : message
    }
}

extension Rule where Value == String {
    /// The text must contain more than white space.
    public static var required: Rule {
        Rule("is missing", hints: ["required": true]) { !$0.allSatisfy(\.isWhitespace) }
    }

    /// The text may have several lines. Clients show a larger field; every text is valid.
    public static var multiline: Rule { Rule("", hints: ["multiline": true]) { _ in true } }

    /// The text must be a day, as in `2026-11-21`, or empty.
    public static var date: Rule {
        Rule("is not a date, such as 2026-11-21", hints: ["type": "date"]) { text in
            guard !text.isEmpty else { return true }
            let style = Date.ISO8601FormatStyle().year().month().day()
            return (try? style.parse(text))?.formatted(style) == text
        }
    }

    /// The text must have at least so many characters (grapheme clusters).
    public static func length(_ range: PartialRangeFrom<Int>) -> Rule {
        Rule("is too short: at least \(range.lowerBound) characters", hints: ["minLength": range.lowerBound.json]) {
            range.contains($0.count)
        }
    }

    /// The text must have a number of characters (grapheme clusters) within the range.
    public static func length(_ range: ClosedRange<Int>) -> Rule {
        Rule(
            "must have \(range.lowerBound) to \(range.upperBound) characters",
            hints: ["minLength": range.lowerBound.json, "maxLength": range.upperBound.json]
        ) { range.contains($0.count) }
    }

    /// The text must have one `@`, with at least this many characters before and after it.
    public static func mail(name: Int = 1, domain: Int = 3) -> Rule {
        Rule("is not an e-mail address", hints: ["format": "mail"]) { text in
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0].count >= name && parts[1].count >= domain
        }
    }
}

extension Rule where Value: Comparable & Sendable & OutputValue {
    /// The value must be within the range.
    public static func range(_ range: ClosedRange<Value>) -> Rule {
        Rule(
            "must be from \(range.lowerBound) to \(range.upperBound)",
            hints: ["min": range.lowerBound.json, "max": range.upperBound.json]
        ) { range.contains($0) }
    }
}

extension Rule where Value == Int {
    /// The value must be within the range, a multiple of `step` above the lower bound. Clients show a slider.
    ///
    /// - Precondition: `step` is more than 0.
    public static func range(_ range: ClosedRange<Int>, step: Int) -> Rule {
        precondition(step > 0, "a step must be more than 0")
        return .steps(of: step, in: range) { ($0 &- range.lowerBound).isMultiple(of: step) }
    }
}

extension Rule where Value == Double {
    /// The value must be within the range, a multiple of `step` above the lower bound, except for rounding. Clients
    /// show a slider.
    ///
    /// - Precondition: `step` is more than 0.
    public static func range(_ range: ClosedRange<Double>, step: Double) -> Rule {
        precondition(step > 0, "a step must be more than 0")
        return .steps(of: step, in: range) { value in
            abs((value - range.lowerBound).remainder(dividingBy: step)) < step * 1e-6
        }
    }
}

extension Rule where Value: Comparable & Sendable & OutputValue {
    private static func steps(
        of step: Value, in range: ClosedRange<Value>, _ isStep: @escaping @Sendable (Value) -> Bool
    ) -> Rule {
        Rule(
            "must be from \(range.lowerBound) to \(range.upperBound) in steps of \(step)",
            hints: ["min": range.lowerBound.json, "max": range.upperBound.json, "step": step.json]
        ) { range.contains($0) && isStep($0) }
    }
}
