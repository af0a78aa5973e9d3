import JSON
import Loop

/// An action on one row, shown on a swipe or in a menu.
///
///     actions = [RowAction("archive", title: "Archive", role: .destructive) { [unowned self] in archive() }]
public struct RowAction: Sendable {
    /// The kind of an action, for its appearance.
    public enum Role: String, Sendable {
        /// An action without a special appearance.
        case normal
        /// An action that loses something. Clients set it apart, and ask first.
        case destructive
    }

    /// The name in requests, unique in its row.
    public let id: String
    /// The label.
    public let title: String
    /// The kind of the action.
    public let role: Role
    /// A CSS colour, or `nil`.
    public let color: String?
    /// Whether the action can run now: checked again when it is called.
    public let isEnabled: Bool
    let body: @SceneActor @Sendable () async throws -> Void

    /// Creates an action with its id, its title, and its body.
    public init(
        _ id: String, title: String, role: Role = .normal, color: String? = nil, isEnabled: Bool = true,
        body: @escaping @SceneActor @Sendable () async throws -> Void
    ) {
        self.id = id
        self.title = title
        self.role = role
        self.color = color
        self.isEnabled = isEnabled
        self.body = body
    }

    var json: JSON {
        var json: JSONObject = ["id": .string(id), "title": .string(title)]
        if role != .normal { json["role"] = .string(role.rawValue) }
        json["color"] = color.map(JSON.string)
        if !isEnabled { json["enabled"] = false }
        return .object(json)
    }
}
