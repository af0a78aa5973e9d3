/// Something that the value of an input has to fulfil.
///
///     @Input(.required, .length(6...)) var name = ""
///     @Input(Rule("is no address") { $0.contains("@") }) var mail = ""
public struct Rule<Value>: Sendable {
    /// What is said of a value that does not fulfil it.
    public let message: String
    private let isFulfilled: @Sendable (Value) -> Bool

    /// A rule by what is said when it is broken, and how it is checked.
    public init(_ message: String, _ isFulfilled: @escaping @Sendable (Value) -> Bool) {
        self.message = message
        self.isFulfilled = isFulfilled
    }

    /// What is wrong with a value; `nil` when nothing is.
    public func fault(of value: Value) -> String? {
        isFulfilled(value) ? nil : message
    }
}

extension Rule where Value == String {
    /// There has to be more than white space.
    public static var required: Rule { Rule("is missing") { !$0.allSatisfy(\.isWhitespace) } }

    /// The number of characters, as people count them, has to be at least that of the range.
    public static func length(_ range: PartialRangeFrom<Int>) -> Rule {
        Rule("is too short: at least \(range.lowerBound) characters") { range.contains($0.count) }
    }

    /// The number of characters, as people count them, has to lie within the range.
    public static func length(_ range: ClosedRange<Int>) -> Rule {
        Rule("has to have \(range.lowerBound) to \(range.upperBound) characters") { range.contains($0.count) }
    }

    /// There has to be one `@` with at least this many characters before and after it.
    public static func mail(name: Int = 1, domain: Int = 3) -> Rule {
        Rule("is no e-mail address") { text in
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0].count >= name && parts[1].count >= domain
        }
    }
}

extension Rule where Value: Comparable & Sendable {
    /// The value has to lie within the range.
    public static func range(_ range: ClosedRange<Value>) -> Rule {
        Rule("has to be from \(range.lowerBound) to \(range.upperBound)") { range.contains($0) }
    }
}
