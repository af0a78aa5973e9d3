import JSON
import Loop

/// Something that can be done with one row, as on a swipe or in a menu.
///
///     actions = [RowAction("archive", title: "Archive", role: .destructive) { [unowned self] in archive() }]
public struct RowAction: Sendable {
    /// What kind of thing it is, for how it looks.
    public enum Role: String, Sendable {
        case normal, destructive
    }

    /// The name it is called by, unique in its row.
    public let id: String
    /// What stands on it.
    public let title: String
    /// What kind of thing it is.
    public let role: Role
    /// A colour for it, as in CSS, if it is to have one.
    public let color: String?
    /// Whether it can be done at the moment: checked again when it is called.
    public let isEnabled: Bool
    let body: @SceneActor @Sendable () async throws -> Void

    /// An action by its id and title, and what it does.
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
