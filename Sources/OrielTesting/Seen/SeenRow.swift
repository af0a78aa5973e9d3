import JSON

/// A row of a list, as a visitor sees it.
public struct SeenRow: Sendable, Equatable {
    /// The id of the row.
    public let id: String
    /// The id of the section.
    public let section: String
    /// What precedes the commands for the row: empty, or the path of its slot, such as `pantry.`.
    let path: String
    /// The whole cell: its outputs by name.
    public let cell: JSON

    /// The title.
    public var title: String { text("title") }
    /// The subtitle; empty without one.
    public var subtitle: String { text("subtitle") }
    /// The route to which the row leads; `nil` if it leads nowhere.
    public var href: String? { cell["href"]?.stringValue }
    /// What the visitor may do with the row: `edit`, `delete`, `insert`, `move`, `select`.
    public var rights: [String] { cell["can"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    /// The titles of the actions that the row offers now.
    public var actions: [String] { enabledActions.compactMap { $0["title"]?.stringValue } }

    /// Returns an output of the cell, or a value of its `fields`.
    public subscript(name: String) -> JSON? { cell[name] ?? cell["fields"]?[name] }

    /// Returns the id of an action that the row offers now, by its title or id.
    func action(_ name: String) -> String? {
        enabledActions.first { $0["title"]?.stringValue == name || $0["id"]?.stringValue == name }?["id"]?.stringValue
    }

    private var enabledActions: [JSON] {
        (cell["actions"]?.arrayValue ?? []).filter { $0["enabled"]?.boolValue ?? true }
    }

    private func text(_ name: String) -> String { cell[name]?.stringValue ?? "" }
}

extension SeenRow: CustomStringConvertible {
    /// The row as text.
    public var description: String {
        let extra = [subtitle.isEmpty ? nil : subtitle, actions.isEmpty ? nil : "[\(actions.joined(separator: ", "))]"]
        return (["\(id): \(title)"] + extra.compactMap(\.self)).joined(separator: " - ")
    }
}
