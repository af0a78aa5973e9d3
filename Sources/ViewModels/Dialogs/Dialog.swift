import Changes
import JSON

/// A question shown over a scene: an alert, or a sheet of choices.
///
///     let answer = await ask(
///         Dialog(.alert, title: "Delete it?", actions: [.destructive("delete", "Delete"), .cancel()]))
///     if answer == "delete" { … }
public struct Dialog: Sendable, Equatable {
    /// The appearance of a dialog.
    public enum Style: String, Sendable {
        /// A box with a title, a message and a few answers.
        case alert
        /// A list of choices.
        case sheet
    }

    /// One answer.
    public struct Action: Sendable, Equatable {
        /// The kind of an answer, for its appearance.
        public enum Role: String, Sendable {
            /// An answer without a special appearance.
            case normal
            /// An answer that loses something. Clients set it apart.
            case destructive
            /// The answer that changes nothing.
            case cancel
        }

        /// The name in requests, unique in its dialog; titles may be equal.
        public var id: String
        /// The label.
        public var title: String
        /// The kind of the answer.
        public var role: Role

        /// Creates an answer with its id and title.
        public init(_ id: String, _ title: String, role: Role = .normal) {
            self.id = id
            self.title = title
            self.role = role
        }

        /// Returns an answer that destroys something.
        public static func destructive(_ id: String, _ title: String) -> Action {
            Action(id, title, role: .destructive)
        }

        /// Returns the answer that changes nothing.
        public static func cancel(_ title: String = "Cancel") -> Action {
            Action("cancel", title, role: .cancel)
        }
    }

    /// The appearance.
    public var style: Style
    /// The title.
    public var title: String
    /// Further text, or `nil`.
    public var message: String?
    /// The answers in display order: destructive ones after the normal ones, the cancelling one last.
    public let actions: [Action]
    /// The input that gets the focus when the dialog closes, such as an invalid one.
    public var focus: String?
    /// The upload that the client makes while the dialog is shown, or `nil`.
    public var upload: Upload?

    /// Creates a dialog. Without answers it gets one, `OK`. Of answers with the same id, the first is kept.
    public init(
        _ style: Style = .alert, title: String, message: String? = nil, actions: [Action] = [], focus: String? = nil
    ) {
        self.style = style
        self.title = title
        self.message = message
        self.focus = focus
        let ranks: [Action.Role: Int] = [.normal: 0, .destructive: 1, .cancel: 2]
        var ids: Set<ExactName> = []
        let distinct = actions.filter { ids.insert(ExactName($0.id)).inserted }
        self.actions =
            distinct.isEmpty
            ? [Action("ok", "OK")]
            : distinct.enumerated().sorted {
                (ranks[$0.element.role] ?? 0, $0.offset) < (ranks[$1.element.role] ?? 0, $1.offset)
            }.map(\.element)
    }

    /// Returns the dialog's JSON in a document; the names in it are prefixed with `path`.
    func json(id: Int, at path: String) -> JSON {
        var json: JSONObject = ["id": .int(Int64(id)), "style": .string(style.rawValue), "title": .string(title)]
        json["message"] = message.map(JSON.string)
        json["actions"] = .array(
            actions.map { ["id": .string($0.id), "title": .string($0.title), "role": .string($0.role.rawValue)] })
        json["focus"] = focus.map { .string(path + $0) }
        json["upload"] = upload?.json(at: path)
        return .object(json)
    }
}
