import Tables

/// Ranges that divide the values of a column, for a histogram: of one width for numbers, and years, months or days for
/// texts that are dates. A column with numbers and dates has ranges of numbers.
package struct ValueRanges {
    private enum Step {
        case width(Width)
        /// The length of the prefix of a date: 4 for years, 7 for months, 10 for days.
        case date(Int)
        /// Each value is a range of its own.
        case value
    }

    /// A width as a fraction, so that the bounds are the numbers that people write.
    private struct Width {
        let numerator: Double
        let denominator: Double

        func bound(_ index: Double) -> Double { index * numerator / denominator }

        /// Returns the bounds of the range that has a number; `nil` if they are too large for a number.
        func range(of number: Double) -> Range<Double>? {
            range(near: number) { $0 <= number }
        }

        /// Returns the bounds of the range that has an integer, which a `Double` may not hold exactly.
        func range(of number: Int64) -> Range<Double>? {
            range(near: Double(number)) { bound in
                let least = bound.rounded(.up)
                return least < 0x1p63 && (least < -0x1p63 || Int64(least) <= number)
            }
        }

        /// Returns the bounds of a range. `isReached` says whether a bound is not larger than the number.
        private func range(near number: Double, _ isReached: (Double) -> Bool) -> Range<Double>? {
            var index = (number * denominator / numerator).rounded(.down)
            if !isReached(bound(index)) { index -= 1 } else if isReached(bound(index + 1)) { index += 1 }
            let (start, end) = (bound(index), bound(index + 1))
            return start.isFinite && end.isFinite && start < end ? start..<end : nil
        }
    }

    private var step = Step.value
    /// The number of groups that there were when the ranges were chosen.
    private var found = 0

    /// The number of ranges to aim at.
    private static let most = 24
    /// The number of days or months to show one by one.
    private static let mostDates = 62

    /// Chooses the ranges for these values.
    package init(of values: some Sequence<SQLValue>) {
        var numbers: ClosedRange<Double>?
        var dates: ClosedRange<String>?
        var (isWhole, hasOtherTexts) = (true, false)
        for value in values {
            switch value {
            case .integer(let number): numbers = numbers.including(Double(number))
            case .real(let number) where number.isFinite:
                isWhole = false
                numbers = numbers.including(number)
            case .text(let text) where Self.isDate(text): dates = dates.including(String(text.prefix(10)))
            case .text, .malformed: hasOtherTexts = true
            default: break
            }
        }
        if let numbers {
            step = Self.width(of: numbers, isWhole: isWhole)
        } else if let dates, !hasOtherTexts {
            step = Self.step(of: dates)
        }
    }

    /// Records the number of groups.
    package mutating func remember(groups count: Int) { found = count }

    /// Whether a value can have a group beside the ranges. A text that is no date cannot, because a range of dates may
    /// include it.
    package func fits(_ value: SQLValue) -> Bool {
        guard case .date = step else { return true }
        return switch value {
        case .text(let text): Self.isDate(text)
        case .malformed: false
        case .null, .integer, .real, .blob: true
        }
    }

    /// Whether there are many more groups than the ranges were chosen for.
    package func hasOutgrown(groups count: Int) -> Bool { count > found * 2 + Self.most }

    /// Returns the start of the range with a value.
    package func start(of value: SQLValue) -> SQLValue {
        if case .date(let length) = step, case .text(let text) = value, Self.isDate(text) {
            return .text(String(text.prefix(length)))
        }
        return bounds(of: value).map { Self.number($0.lowerBound) } ?? value
    }

    /// Returns the end of the range that starts with a value, which is outside of it; NULL for a value of its own.
    package func end(of start: SQLValue) -> SQLValue {
        if case .date(let length) = step, case .text(let text) = start, Self.isDate(text, length) {
            return .text(Self.next(text))
        }
        return bounds(of: start).map { Self.number($0.upperBound) } ?? .null
    }

    private func bounds(of value: SQLValue) -> Range<Double>? {
        guard case .width(let width) = step else { return nil }
        return switch value {
        case .integer(let number): width.range(of: number)
        case .real(let number) where number.isFinite: width.range(of: number)
        default: nil
        }
    }

    /// A whole number is an integer, so that a group has one form.
    private static func number(_ number: Double) -> SQLValue {
        Int64(exactly: number).map { .integer($0) } ?? .real(number)
    }

    /// Returns the width 1, 2 or 5 times a power of ten that makes at most ``most`` ranges, and whose bounds differ as
    /// numbers of 53 bits.
    private static func width(of numbers: ClosedRange<Double>, isWhole: Bool) -> Step {
        let distance = numbers.upperBound / Double(most) - numbers.lowerBound / Double(most)
        let least = max(distance, 4 * max(abs(numbers.lowerBound), abs(numbers.upperBound)).ulp)
        guard least.isFinite else { return .value }
        var power = isWhole ? 1 : 1e-6
        while true {
            for factor in [1.0, 2, 5] where factor * power >= least {
                return .width(
                    power < 1
                        ? Width(numerator: factor, denominator: (1 / power).rounded())
                        : Width(numerator: factor * power, denominator: 1))
            }
            power *= 10
        }
    }

    private static func step(of dates: ClosedRange<String>) -> Step {
        let (first, last) = (days(dates.lowerBound), days(dates.upperBound))
        if last - first < mostDates { return .date(10) }
        return .date(last - first < mostDates * 31 ? 7 : 4)
    }

    /// Returns the approximate number of a day.
    private static func days(_ date: String) -> Int {
        let parts = numbers(in: date)
        return parts[0] * 372 + parts[1] * 31 + parts[2]
    }

    private static func numbers(in date: String) -> [Int] { date.split(separator: "-").map { Int($0) ?? 0 } }

    /// Whether a text begins with a date of RFC 3339, or with its first parts up to a length.
    private static func isDate(_ text: String, _ length: Int = 10) -> Bool {
        let bytes = Array(text.utf8.prefix(length))
        guard bytes.count == length else { return false }
        return bytes.enumerated().allSatisfy { place, byte in
            place == 4 || place == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
        }
    }

    /// Returns the year, month or day after one. A text compares as the date does.
    private static func next(_ date: String) -> String {
        var parts = numbers(in: date)
        if parts.count == 3, parts[2] < length(ofMonth: parts[1], parts[0]) {
            parts[2] += 1
        } else {
            if parts.count == 3 { parts[2] = 1 }
            if parts.count > 1, parts[1] < 12 {
                parts[1] += 1
            } else {
                if parts.count > 1 { parts[1] = 1 }
                parts[0] += 1
            }
        }
        guard parts[0] < 10_000 else { return date + "~" }
        let texts = parts.enumerated().map { place, number in
            String(repeating: "0", count: max(0, (place == 0 ? 4 : 2) - "\(number)".count)) + "\(number)"
        }
        return texts.joined(separator: "-")
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Optional {
    /// Returns the range with a value added.
    fileprivate func including<Bound>(_ value: Bound) -> ClosedRange<Bound> where Wrapped == ClosedRange<Bound> {
        guard let self else { return value...value }
        return Swift.min(self.lowerBound, value)...Swift.max(self.upperBound, value)
    }
}
