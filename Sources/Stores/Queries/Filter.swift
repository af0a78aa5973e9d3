/// A condition on one column.
///
///     where: [.equal("AlbumId", 7), .range("Year", 1990...1999), .not("Composer", nil)]
public struct Filter: Sendable {
    enum Operand: Sendable {
        case id(String)
        case value(SQLValue)
        /// SQL that stands after the column's name, and the values of its parameters.
        case condition(String, [SQLValue])
    }

    /// The column.
    public let column: String
    let operand: Operand

    private init(_ column: String, _ sql: String, _ values: [SQLValue]) {
        self.column = column
        operand = .condition(sql, values)
    }

    /// Rows whose column has the value that a route writes so (see the protocol, section 7).
    public init(column: String, id: String) {
        self.column = column
        operand = .id(id)
    }

    /// Rows whose column equals a value, as a foreign key does: NULL equals nothing.
    public init(column: String, value: SQLValue) {
        self.column = column
        operand = .value(value)
    }

    /// The value as a route writes it, if it came from one.
    public var id: String {
        if case .id(let text) = operand { text } else { "" }
    }
}

extension Filter {
    /// Rows whose column has this value; `nil` stands for NULL.
    public static func equal(_ column: String, _ value: (any ColumnValue)?) -> Filter {
        Filter(column, "IS ?", [value?.sqlValue ?? .null])
    }

    /// Rows whose column has another value; `nil` stands for NULL.
    public static func not(_ column: String, _ value: (any ColumnValue)?) -> Filter {
        Filter(column, "IS NOT ?", [value?.sqlValue ?? .null])
    }

    /// Rows whose column has one of these values.
    public static func any(_ column: String, of values: [any ColumnValue]) -> Filter {
        Filter(column, "IN (\(values.map { _ in "?" }.joined(separator: ", ")))", values.map(\.sqlValue))
    }

    /// Rows whose column lies within these bounds, both included, in the order in which SQLite sorts.
    public static func range<Value: ColumnValue>(_ column: String, _ bounds: ClosedRange<Value>) -> Filter {
        Filter(column, "BETWEEN ? AND ?", [bounds.lowerBound.sqlValue, bounds.upperBound.sqlValue])
    }

    /// Rows whose column has a value of this or a larger one.
    public static func range<Value: ColumnValue>(_ column: String, _ bounds: PartialRangeFrom<Value>) -> Filter {
        Filter(column, ">= ?", [bounds.lowerBound.sqlValue])
    }

    /// Rows whose column has a smaller value than this.
    public static func range<Value: ColumnValue>(_ column: String, _ bounds: PartialRangeUpTo<Value>) -> Filter {
        Filter(column, "< ?", [bounds.upperBound.sqlValue])
    }
}
