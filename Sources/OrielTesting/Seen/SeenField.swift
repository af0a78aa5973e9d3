import JSON

/// An input of a screen, as a visitor sees it: a field of a form, or a filter.
public struct SeenField: Sendable, Equatable, CustomStringConvertible {
    /// The name in requests.
    public let name: String
    /// The title. Without one of its own, it is the words of the name, such as "Home page" for `homePage`.
    public let title: String
    /// The present value.
    public let value: JSON
    /// What is wrong with the value; `nil` if nothing is known to be.
    public let problem: String?
    /// The value that somebody else has stored meanwhile; `nil` without a conflict.
    public let conflict: JSON?
    /// Whether the value differs from the model.
    public let isChanged: Bool
    /// The titles of the values to choose from; empty if any value may be typed.
    public let choices: [String]

    init(_ name: String, _ value: JSON, _ accepts: JSON?, _ form: JSON?) {
        self.name = name
        self.value = value
        title = accepts?["title"]?.stringValue ?? Self.words(of: name)
        problem = form?["errors"]?[name]?.stringValue
        conflict = form?["conflicts"]?[name]
        isChanged = form?["dirty"]?.arrayValue?.contains(.string(name)) ?? false
        choices = accepts?["choices"]?.arrayValue?.compactMap { $0["title"]?.stringValue } ?? []
    }

    /// The field as text.
    public var description: String {
        "\(title): \(value)" + (problem.map { " - \($0)" } ?? "") + (conflict.map { " - stored: \($0)" } ?? "")
    }

    private static func words(of name: String) -> String {
        let words = name.reduce(into: "") { text, letter in
            let begins = letter.isUppercase && text.last?.isLowercase == true
            text += begins ? " \(letter.lowercased())" : "\(letter == "-" || letter == "_" ? " " : letter)"
        }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
