/// Why a text is not JSON that can be read, with the place.
public enum JSONError: Error, Sendable, Equatable {
    /// The text breaks the grammar, or holds a number that has no place in 64 bits.
    case syntax(message: String, line: Int, column: Int)
    /// Arrays and objects nest deeper than this.
    case tooDeep(limit: Int)
}

extension JSONError: CustomStringConvertible {
    /// A sentence without its stop.
    public var description: String {
        switch self {
        case .syntax(let message, let line, let column): "\(message) (line \(line), column \(column))"
        case .tooDeep(let limit): "it nests deeper than \(limit) levels"
        }
    }
}
