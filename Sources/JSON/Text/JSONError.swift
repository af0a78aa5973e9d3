/// Why a text is not JSON that can be read, with the place.
public enum JSONError: Error, Sendable, Equatable {
    /// The text breaks the grammar.
    case syntax(message: String, line: Int, column: Int)
    /// A number is beyond 64 bits: that of this member, if it is one of an object.
    case tooBig(name: String?, line: Int, column: Int)
    /// Arrays and objects nest deeper than this.
    case tooDeep(limit: Int)
    /// There are more values than this.
    case tooMany(limit: Int)
}

extension JSONError: CustomStringConvertible {
    /// A sentence without its stop.
    public var description: String {
        switch self {
        case .syntax(let message, let line, let column): "\(message) (line \(line), column \(column))"
        case .tooBig(let name, let line, let column):
            "the number\(name.map { " of \"\($0)\"" } ?? "") before line \(line), column \(column) is beyond 64 bits: "
                + "write it as a string, in quotation marks"
        case .tooDeep(let limit): "it nests deeper than \(limit) levels"
        case .tooMany(let limit): "it has more than \(limit) values"
        }
    }
}
