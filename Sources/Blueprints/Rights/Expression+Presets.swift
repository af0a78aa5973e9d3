import JSON
import Lists
import Stores
import Tables

extension Expression {
    /// The value that a rule sets, as a client would send it.
    func preset(for column: Column) -> JSON {
        switch self {
        case .value(let value): value.sent(for: column)
        case .now(let seconds): .string(UTC.dateAndTime(after: seconds))
        case .today(let days): .string(UTC.date(after: days))
        case .lower(let value): value.preset(for: column).lowercased
        default: .null
        }
    }
}

extension JSON {
    /// A text with the letters of ASCII in lower case, as SQLite's `lower` returns it. Other values stay as they are.
    fileprivate var lowercased: JSON {
        guard let text = stringValue else { return self }
        return .string(String(decoding: text.utf8.map(\.lowercasedASCII), as: UTF8.self))
    }
}

extension SQLValue {
    /// The value as a client would send it for a column.
    fileprivate func sent(for column: Column) -> JSON {
        switch self {
        case .integer(let number) where column.valueKind == .text: .string(String(number))
        default: writtenJSON
        }
    }
}
