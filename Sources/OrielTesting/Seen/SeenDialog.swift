import JSON

/// A dialog over a screen, as a visitor sees it.
public struct SeenDialog: Sendable, Equatable, CustomStringConvertible {
    /// The number in requests.
    let id: Int64
    /// The title.
    public let title: String
    /// Further text; empty without one.
    public let message: String
    /// The titles of the answers in display order.
    public let answers: [String]
    /// The name of the field that has the focus afterwards; in a slot, by path. `nil` without one.
    public let focus: String?
    private let ids: [String]

    init?(_ json: JSON?) {
        guard let id = json?["id"]?.intValue else { return nil }
        self.id = id
        title = json?["title"]?.stringValue ?? ""
        message = json?["message"]?.stringValue ?? ""
        focus = json?["focus"]?.stringValue
        let actions = json?["actions"]?.arrayValue ?? []
        answers = actions.map { $0["title"]?.stringValue ?? "" }
        ids = actions.map { $0["id"]?.stringValue ?? "" }
    }

    /// Returns the id of an answer, by its title or id.
    func answer(_ name: String) -> String? {
        answers.firstIndex(of: name).map { ids[$0] } ?? ids.first { $0 == name }
    }

    /// The dialog as text.
    public var description: String {
        "\(title)\(message.isEmpty ? "" : " \(message)") [\(answers.joined(separator: ", "))]"
    }
}
