import Changes
import JSON

/// A question put before a scene: an alert, or a sheet of choices.
///
///     let answer = await ask(Dialog(.alert, title: "Delete it?", actions: [.destructive("delete", "Delete"), .cancel()]))
///     if answer == "delete" { … }
public struct Dialog: Sendable, Equatable {
    /// How it is shown.
    public enum Style: String, Sendable {
        case alert, sheet
    }

    /// One answer.
    public struct Action: Sendable, Equatable {
        /// What kind of answer it is, for how it looks.
        public enum Role: String, Sendable {
            case normal, destructive, cancel
        }

        /// The name it is chosen by, unique in its dialog: titles may be alike.
        public var id: String
        /// What stands on it.
        public var title: String
        /// What kind of answer it is.
        public var role: Role

        /// An answer by its id and title.
        public init(_ id: String, _ title: String, role: Role = .normal) {
            self.id = id
            self.title = title
            self.role = role
        }

        /// An answer that destroys something.
        public static func destructive(_ id: String, _ title: String) -> Action {
            Action(id, title, role: .destructive)
        }

        /// The answer that changes nothing.
        public static func cancel(_ title: String = "Cancel") -> Action {
            Action("cancel", title, role: .cancel)
        }
    }

    /// How it is shown.
    public var style: Style
    /// What it is about.
    public var title: String
    /// More about it, if there is more.
    public var message: String?
    /// The answers in the order they are shown in: those that destroy come after the others, the one that cancels last.
    public let actions: [Action]
    /// The input that deserves attention when it is gone, such as one with a fault.
    public var focus: String?
    /// What the client is to upload while the dialog is shown, if anything.
    public var upload: Upload?

    /// A dialog; without answers it has the one to close it. Of answers with one id the first is shown.
    public init(
        _ style: Style = .alert, title: String, message: String? = nil, actions: [Action] = [], focus: String? = nil
    ) {
        self.style = style
        self.title = title
        self.message = message
        self.focus = focus
        let ranks: [Action.Role: Int] = [.normal: 0, .destructive: 1, .cancel: 2]
        var ids: Set<RowName> = []
        let distinct = actions.filter { ids.insert(RowName($0.id)).inserted }
        self.actions =
            distinct.isEmpty
            ? [Action("ok", "OK")]
            : distinct.enumerated().sorted {
                (ranks[$0.element.role] ?? 0, $0.offset) < (ranks[$1.element.role] ?? 0, $1.offset)
            }.map(\.element)
    }

    /// The dialog as a document shows it; what it names has a `path` before it.
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
