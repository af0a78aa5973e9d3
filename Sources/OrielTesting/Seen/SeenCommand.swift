import JSON

/// A command of a screen: a button, as a visitor sees it.
public struct SeenCommand: Sendable, Equatable, CustomStringConvertible {
    /// The name in requests.
    public let name: String
    /// The title of the button.
    public let title: String
    /// Whether the visitor may press it.
    public let isEnabled: Bool
    /// The progress of a running call, from 0 to 1; `nil` if nothing runs or no progress is known.
    public let progress: Double?
    /// The arguments by name, as the protocol describes them.
    public let arguments: JSON

    init(_ name: String, _ json: JSON) {
        self.name = name
        title = json["title"]?.stringValue ?? name
        isEnabled = json["enabled"]?.boolValue ?? true
        progress = json["progress"]?.doubleValue
        arguments = json["arguments"] ?? [:]
    }

    /// The title, and whether the command is disabled.
    public var description: String { "\(title)\(isEnabled ? "" : " (disabled)")" }
}
