import JSON

/// A screen, or a screen in a slot of another one, as a visitor sees it.
///
/// It is a value: it does not change until the ``Visit`` does something else.
public struct SeenScreen: Sendable {
    /// The whole document (protocol, section 2).
    public let document: JSON
    /// What precedes names in requests: empty, or the path of the slot, such as `pantry.label.`.
    private let path: String

    init(document: JSON, path: String = "") {
        (self.document, self.path) = (document, path)
    }

    /// The route; empty in a slot.
    public var route: String { document["route"]?.stringValue ?? "" }
    /// The kind of the screen, such as `artist-form`.
    public var screen: String { document["screen"]?.stringValue ?? "" }
    /// The title.
    public var title: String { document["title"]?.stringValue ?? "" }
    /// The phase of the life cycle, such as `loaded`.
    public var phase: String { document["phase"]?.stringValue ?? "" }
    /// The outputs by name.
    public var outputs: JSONObject { document["outputs"]?.objectValue ?? [:] }
    /// Whether the screen is in edit mode.
    public var isEditing: Bool { document["editing"] == true }
    /// Why the content is stale; `nil` if it is current.
    public var problem: String? { document["problem"]?["message"]?.stringValue }
    /// The dialog over the screen; `nil` without one.
    public var dialog: SeenDialog? { SeenDialog(document["dialog"]) }
    /// The number of rows of the list, those outside the window too.
    public var rowCount: Int { Int(document["window"]?["total"]?.intValue ?? Int64(rows.count)) }
    /// The position of the first row of the window.
    public var firstRow: Int { Int(document["window"]?["start"]?.intValue ?? 0) }

    /// The rows in the window, through all sections.
    public var rows: [SeenRow] {
        sections.flatMap { section in
            (section["rows"]?.arrayValue ?? []).compactMap(\.stringValue).map { id in
                SeenRow(
                    id: id, section: section["id"]?.stringValue ?? "", path: path,
                    cell: document["cells"]?[id] ?? .null)
            }
        }
    }

    /// The sections in the window, as in the document.
    public var sections: [JSON] { document["sections"]?.arrayValue ?? [] }

    /// The commands in order.
    public var commands: [SeenCommand] {
        document["commands"]?.objectValue?.map { SeenCommand($0.name, $0.value) } ?? []
    }

    /// The inputs that the visitor may set.
    public var fields: [SeenField] {
        let accepts = document["accepts"]?.objectValue ?? [:]
        return document["inputs"]?.objectValue?.filter { accepts[$0.name] != nil }.map {
            SeenField($0.name, $0.value, accepts[$0.name], document["form"])
        } ?? []
    }

    /// The screens in slots, by name.
    public var slots: [String: SeenScreen] {
        let slots = document["slots"]?.objectValue.map(Array.init) ?? []
        return Dictionary(
            uniqueKeysWithValues: slots.map { ($0.name, SeenScreen(document: $0.value, path: "\(path)\($0.name).")) })
    }

    /// Returns the screen of a row: this one, or one in a slot.
    func holder(of row: SeenRow) -> SeenScreen? {
        row.path.split(separator: ".").reduce(self) { $0?.slots[String($1)] }
    }

    /// Whether a command may be run now, by its title or name.
    public func offers(_ command: String) -> Bool { found(command)?.isEnabled ?? false }

    /// Returns the row with a title or an id.
    ///
    /// - Throws: ``TestFailure`` if the window has no such row, or several.
    public func row(_ name: String) throws(TestFailure) -> SeenRow {
        let found = rows.filter { $0.title == name }
        if let one = rows.first(where: { $0.id == name }), found.isEmpty { return one }
        guard let one = found.first, found.count == 1 else {
            throw TestFailure("There \(found.isEmpty ? "is no row" : "are several rows") \"\(name)\".", on: self)
        }
        return one
    }

    /// Returns the field with a title or a name.
    ///
    /// - Throws: ``TestFailure`` if the screen has no such field.
    public func field(_ name: String) throws(TestFailure) -> SeenField {
        guard let field = fields.first(where: { $0.title == name }) ?? fields.first(where: { $0.name == name }) else {
            throw TestFailure("There is no field \"\(name)\".", on: self)
        }
        return field
    }

    /// Returns the command with a title or a name.
    ///
    /// - Throws: ``TestFailure`` if the screen has no such command.
    public func command(_ name: String) throws(TestFailure) -> SeenCommand {
        guard let command = found(name) else { throw TestFailure("There is no command \"\(name)\".", on: self) }
        return command
    }

    private func found(_ name: String) -> SeenCommand? {
        commands.first { $0.title == name } ?? commands.first { $0.name == name }
    }
}

extension SeenScreen: CustomStringConvertible {
    /// The screen as text, for failures of tests.
    public var description: String {
        var lines = ["\(route) \"\(title)\" (\(phase))"]
        if let problem { lines.append("problem: \(problem)") }
        lines += outputs.map { "\($0.name): \($0.value)" } + fields.map(\.description)
        var section: String?
        for row in rows {
            if row.section != section { lines.append("section \(row.section)") }
            section = row.section
            lines.append("  \(row)")
        }
        if rowCount != rows.count { lines.append("  \(rows.count) of \(rowCount) rows") }
        if !commands.isEmpty { lines.append("commands: " + commands.map(\.description).joined(separator: ", ")) }
        for slot in slots.sorted(by: { $0.key < $1.key }) {
            lines.append("slot \(slot.key):")
            lines += slot.value.description.split(separator: "\n").map { "  \($0)" }
        }
        if let dialog { lines.append("dialog: \(dialog)") }
        return lines.joined(separator: "\n")
    }
}
