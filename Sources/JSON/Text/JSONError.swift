/// The reason why a text cannot be read as JSON, with its position.
public enum JSONError: Error, Sendable, Equatable {
    /// The syntax is invalid.
    case syntax(message: String, line: Int, column: Int)
    /// A number is beyond 64 bits; `name` is its member's name, if it is a member's value.
    case tooBig(name: String?, line: Int, column: Int)
    /// Arrays and objects nest deeper than the limit.
    case tooDeep(limit: Int)
    /// There are more values than the limit.
    case tooMany(limit: Int)
}

extension JSONError {
    /// The option of ``JSON/ParsingOptions`` that the text exceeds, or `nil`.
    public var option: String? {
        switch self {
        case .syntax, .tooBig: nil
        case .tooDeep: "depthLimit"
        case .tooMany: "elementLimit"
        }
    }

    /// The description with the name of the exceeded option, for people who set it.
    public var settingDescription: String { option.map { "\(self) (\($0))" } ?? description }
}

extension JSONError: CustomStringConvertible {
    /// A sentence without its full stop.
    public var description: String {
        switch self {
        case .syntax(let message, let line, let column): "\(message) (line \(line), column \(column))"
        case .tooBig(let name, let line, let column):
            "the number\(name.map { " of \"\($0)\"" } ?? "") before line \(line), column \(column) exceeds 64 bits; "
                + "write it as a string, in quotation marks"
        case .tooDeep(let limit): "it nests deeper than \(limit) levels"
        case .tooMany(let limit): "it has more than \(limit) values"
        }
    }
}
