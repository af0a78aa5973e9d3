import Tables

/// Reads the expressions of rules and scenes: columns, `user.NAME`, literals, comparisons, `in`, `like`, `is null`,
/// `and`, `or`, `not`, `first`, `lower`, and where the time counts `now()`, `today`, and times before or after them:
/// `now() - 2 hours`, `today + 14`.
package struct ExpressionReader {
    /// The values that every principal has.
    package static let ownValues = ["id", "name"]

    /// The table whose columns the expression may name; `nil` for none.
    let table: Table?
    /// The names of sets that `user.` may precede.
    let sets: [String]
    /// Further names of single values, such as the inputs of a command.
    let names: [String]
    /// Whether the expression may read the time.
    let mayReadTime: Bool
    private var cursor = TokenCursor()
    private var depth = 0

    private static let words = ["and", "or", "not", "in", "is", "like"]
    private static let depthLimit = 20
    /// The limit on words and signs. SQLite bounds the depth of an expression, and a chain of terms is as deep as long.
    private static let sizeLimit = 400
    private static let lengthLimit = 10_000

    /// Creates a reader. An expression may name the columns of `table` and its paths (``Schema/withPaths(_:where:)``),
    /// `user.` with one of the `sets`, and each of `names`, which stands for the variable of this name after `@`.
    package init(of table: Table?, sets: [String], names: [String] = [], mayReadTime: Bool) {
        (self.table, self.sets, self.names, self.mayReadTime) = (table, sets, names, mayReadTime)
    }

    /// Reads a condition.
    package mutating func condition(_ text: String) throws(ExpressionFault) -> Expression {
        try begin(text)
        let condition = try disjunction()
        try end()
        return condition
    }

    /// Reads a single value.
    package mutating func value(_ text: String) throws(ExpressionFault) -> Expression {
        try begin(text)
        let value = try value()
        try end()
        return value
    }

    private mutating func begin(_ text: String) throws(ExpressionFault) {
        guard text.utf8.count <= Self.lengthLimit else {
            throw ExpressionFault(offset: 0, message: "The expression is longer than \(Self.lengthLimit) bytes.")
        }
        (cursor, depth) = (TokenCursor(try Token.tokens(of: text)), 0)
        guard cursor.count <= Self.sizeLimit else {
            throw cursor.fault("The expression has more than \(Self.sizeLimit) words and signs.", at: Self.sizeLimit)
        }
    }

    private func end() throws(ExpressionFault) {
        guard cursor.present != .end else { return }
        throw cursor.fault("The expression should end here, or go on with \"and\" or \"or\".")
    }
}

extension ExpressionReader {
    private mutating func deepen() throws(ExpressionFault) {
        depth += 1
        guard depth <= Self.depthLimit else { throw cursor.fault("The expression is nested too deeply.") }
    }

    private mutating func disjunction() throws(ExpressionFault) -> Expression {
        try deepen()
        defer { depth -= 1 }
        var parts = [try conjunction()]
        while cursor.take("or") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(ExpressionFault) -> Expression {
        var parts = [try negation()]
        while cursor.take("and") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negation() throws(ExpressionFault) -> Expression {
        var isNegated = false
        while cursor.take("not") { isNegated.toggle() }
        let condition = try cursor.takeMark("(") ? nested() : comparison()
        return isNegated ? .not(condition) : condition
    }

    private mutating func nested() throws(ExpressionFault) -> Expression {
        let condition = try disjunction()
        try cursor.need(")")
        return condition
    }

    private mutating func comparison() throws(ExpressionFault) -> Expression {
        let left = try value()
        if cursor.take("is") {
            let isNegated = cursor.take("not")
            guard cursor.take("null") else {
                throw cursor.fault("\"is\" is followed by \"null\" or \"not null\". Compare values with =.")
            }
            return isNegated ? .not(.isNull(left)) : .isNull(left)
        }
        let isNegated = cursor.take("not")
        if cursor.take("in") { return negated(.isIn(left, try set()), isNegated) }
        if cursor.take("like") { return negated(.comparison(left, .like, try value()), isNegated) }
        guard !isNegated, case .mark(let mark) = cursor.present, let comparison = Expression.Comparison(rawValue: mark)
        else {
            throw cursor.fault("A comparison is missing here: =, <>, <, <=, >, >=, in, like or is null.")
        }
        cursor.advance()
        return .comparison(left, comparison, try value())
    }

    private func negated(_ condition: Expression, _ isNegated: Bool) -> Expression {
        isNegated ? .not(condition) : condition
    }

    /// Reads the set after `in`: `user.NAME`, or values in parentheses.
    private mutating func set() throws(ExpressionFault) -> Expression {
        if cursor.isNext("user") {
            let start = cursor.place
            let name = try variable()
            guard sets.contains(name) else {
                throw cursor.fault("user.\(name) is a single value, not a set. Compare it with =.", at: start)
            }
            return .variable(name)
        }
        try cursor.need("(")
        var values: [SQLValue] = []
        repeat {
            guard case .value(let value) = try value() else {
                throw cursor.fault("A set in parentheses has only literals, such as ('new', 'open').")
            }
            values.append(value)
        } while cursor.takeMark(",")
        try cursor.need(")")
        return .set(values)
    }
}

extension ExpressionReader {
    private mutating func value() throws(ExpressionFault) -> Expression {
        let start = cursor.place
        let token = cursor.present
        switch token {
        case .text(let text): return take(.value(.text(text)))
        case .integer(let number): return take(.value(.integer(number)))
        case .real(let number): return take(.value(.real(number)))
        case .quoted(let name):
            cursor.advance()
            return try column(name, at: start)
        case .word(let word): return try value(of: word, at: start)
        case .mark, .end: throw cursor.fault("A value is missing here: a column, user.NAME, 'text' or a number.")
        }
    }

    private mutating func take(_ value: Expression) -> Expression {
        cursor.advance()
        return value
    }

    private mutating func value(of word: String, at start: Int) throws(ExpressionFault) -> Expression {
        let follower = cursor.follower
        switch (word.lowercased(), follower) {
        case ("user", .mark(".")):
            let name = try variable()
            guard !sets.contains(name) else {
                throw cursor.fault(
                    "user.\(name) is a set. Use \"in user.\(name)\" or \"first(user.\(name))\".", at: start)
            }
            return .variable(name)
        case ("first", .mark("(")): return try first()
        case ("lower", .mark("(")):
            cursor.advance(by: 2)
            try deepen()
            defer { depth -= 1 }
            let value = try value()
            try cursor.need(")")
            return .lower(value)
        case ("now", .mark("(")):
            cursor.advance(by: 2)
            try cursor.need(")")
            try needTime(at: start)
            return try cursor.moment()
        case ("today", _) where table?.column(named: word) == nil:
            cursor.advance()
            try needTime(at: start)
            return try cursor.day()
        case ("null", _): return take(.value(.null))
        case ("true", _): return take(.value(.integer(1)))
        case ("false", _): return take(.value(.integer(0)))
        case _ where names.contains(word): return take(.variable("@" + word))
        case (let lowered, _) where Self.words.contains(lowered):
            throw cursor.fault("A value is missing before \"\(word)\".")
        default:
            cursor.advance()
            return try column(word, at: start)
        }
    }

    private mutating func first() throws(ExpressionFault) -> Expression {
        cursor.advance(by: 2)
        let start = cursor.place
        guard cursor.isNext("user") else {
            throw cursor.fault("first() takes a set of the principal: first(user.NAME).")
        }
        let name = try variable()
        guard sets.contains(name) else { throw cursor.fault("user.\(name) is a single value, not a set.", at: start) }
        try cursor.need(")")
        return .first(.variable(name))
    }

    private func needTime(at start: Int) throws(ExpressionFault) {
        guard mayReadTime else {
            throw cursor.fault(
                "now() and today are allowed only in \"check\" and \"set\" of a grant: lists do not follow the clock.",
                at: start)
        }
    }

    /// Reads `user.NAME`.
    private mutating func variable() throws(ExpressionFault) -> String {
        cursor.advance()
        try cursor.need(".")
        let start = cursor.place
        let known = Self.ownValues + sets
        guard case .word(let name) = cursor.present, known.contains(name) else {
            let name = if case .word(let name) = cursor.present { name } else { "" }
            let hint = Suggestion.sentence(for: name, among: known)
            throw cursor.fault("There is no attribute \"\(name)\".\(hint)", at: start)
        }
        cursor.advance()
        return name
    }

    /// Reads a column whose name was read, or a path that begins with it.
    private mutating func column(_ name: String, at start: Int) throws(ExpressionFault) -> Expression {
        guard let table else {
            let hint = names.isEmpty ? "" : Suggestion.sentence(for: name, among: names)
            throw cursor.fault(
                "A column is not allowed here. Put a text in quotation marks: '\(name)'.\(hint)", at: start)
        }
        var name = name
        if cursor.takeMark(".") {
            switch cursor.present {
            case .word(let column), .quoted(let column): name += "." + column
            default: throw cursor.fault("The name of a column is missing after \"\(name).\".")
            }
            cursor.advance()
        }
        guard table.column(atPath: name) != nil else {
            let hint = Suggestion.sentence(for: name, among: (table.columns + table.reached).map(\.name))
            throw cursor.fault("\(table.name) has no column \"\(name)\".\(hint)", at: start)
        }
        return .column(name)
    }
}
