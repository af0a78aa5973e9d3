import Changes
import Descriptions
import JSON
import Tables

extension Column {
    /// The shape of the column's values in documents. SQLite keeps other values than the declared type says, so that a
    /// number may be a text; integers beyond 2^53 and infinite numbers are texts everywhere.
    var output: Shape {
        let shape: Shape =
            switch valueKind {
            case .integer: limits.isSafe ? .named("SafeInteger") : .named("Int64")
            case .number: .union([.number, .text])
            case .boolean: isJSONBoolean ? .boolean : .choice([0, 1])
            case .text: .text
            case .blob: .named("File")
            case .date, .datetime: isOfSQLite ? .union([.text, .number]) : .text
            case .any: .any
            }
        return shape.orNull(canBeNull)
    }

    /// The shape of an argument for the column.
    func input(choices: [JSON]?, isInsertion: Bool) -> Shape {
        let shape = choices.map(Shape.choice) ?? kindOfInput
        return shape.orNull(canBeNull || (isRowID && isInsertion))
    }

    private var kindOfInput: Shape {
        switch valueKind {
        case .integer: limits.integers.map { .union([.integer($0), .text(.digits)]) } ?? .named("Integer")
        case .number: .named("Decimal")
        case .boolean: .choice([true, false, 0, 1])
        case .text: .text(limits.text)
        case .blob: .named("Bytes")
        case .date, .datetime: isOfSQLite ? .union([.text, .number, .boolean]) : .text(limits.text)
        case .any: isOfSQLite ? .named("AnyInput") : .any
        }
    }

    /// A key that is an alias of the row id is never NULL, though it may be left out.
    private var canBeNull: Bool { !isNotNull && !isRowID }

    private var isOfSQLite: Bool { limits.isOfSQLite }
}

extension ValueLimits {
    /// Whether each whole number is exact in JSON.
    fileprivate var isSafe: Bool { integers.map { $0.lowerBound >= -(1 << 53) && $0.upperBound <= 1 << 53 } ?? false }

    fileprivate var text: TextRule {
        TextRule(
            pattern: isOfSQLite || format != nil ? nil : TextRule.inURL.pattern, longest: longest, format: format)
    }
}
