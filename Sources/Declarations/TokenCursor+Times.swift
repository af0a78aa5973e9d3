import Tables

/// Times before or after the present.
extension TokenCursor {
    /// Reads what may follow `now()`: `- 2 hours`.
    mutating func moment() throws(ExpressionFault) -> Expression {
        guard let number = try shift() else { return .now() }
        guard case .word(let word) = present, let length = Self.units[word.lowercased()] else {
            throw fault("A unit is missing here: minutes, hours or days.")
        }
        advance()
        return .now(seconds: number * length)
    }

    /// Reads what may follow `today`: `+ 14`, or `+ 14 days`.
    mutating func day() throws(ExpressionFault) -> Expression {
        guard let number = try shift() else { return .today() }
        _ = take("days") || take("day")
        return .today(days: number)
    }

    /// The lengths of units of time, in seconds.
    private static let units: [String: Int] = [
        "minute": 60, "minutes": 60, "hour": 3_600, "hours": 3_600, "day": 86_400, "days": 86_400,
    ]
    private static let shiftLimit: Int64 = 100_000

    /// Reads a sign and a whole number; `nil` if there is neither.
    private mutating func shift() throws(ExpressionFault) -> Int? {
        var sign: Int64 = 1
        if case .integer(let number) = present, number < 0 {  // `today -14`
            advance()
            return try bounded(number)
        }
        if takeMark("-") { sign = -1 } else if !takeMark("+") { return nil }
        guard case .integer(let number) = present else { throw fault("A whole number is missing here.") }
        advance()
        return try bounded(sign * number)
    }

    private func bounded(_ number: Int64) throws(ExpressionFault) -> Int {
        guard number.magnitude <= Self.shiftLimit else {
            throw fault("The number is larger than \(Self.shiftLimit).", at: place - 1)
        }
        return Int(number)
    }
}
