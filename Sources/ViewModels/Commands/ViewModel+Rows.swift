import Changes
import DataSources
import JSON
import Loop

extension ViewModel {
    /// The built-in commands for the rows of a list.
    static let rowCommands: Set<String> = ["delete", "insert", "select", "move", "action", "event"]

    /// Returns the row of a command. A client may send its id as a number.
    final func row(of invocation: Invocation) throws(CommandFailure) -> String {
        if let row = invocation.row { return row }
        if let row = invocation.arguments["row"]?.intValue { return "\(row)" }
        return try invocation.text("row", example: "{\"row\": \"ID\"}")
    }

    /// Returns the row of a built-in row command if its cell is not loaded, because no client shows the row; `nil`
    /// otherwise.
    package final func unreadRow(of invocation: Invocation) -> String? {
        guard !(self is any Remembering), let list, Self.rowCommands.contains(invocation.command),
            !commands.contains(where: { $0.name == invocation.command && $0.body != nil }),
            let row = try? row(of: invocation)
        else { return nil }
        guard list.isLoaded, let position = list.position(of: row) else { return row }
        return list.item(at: list.path(at: position)) == nil ? row : nil
    }

    /// Runs a row's command: an edit that the row permits, one of its actions, or an event for the screen.
    final func edit(_ row: String, _ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        guard let list, let position = list.position(of: row) else {
            throw .notFound(message: "The row does not exist.")
        }
        let path = list.path(at: position)
        do {
            switch invocation.command {
            case "delete": try await list.perform(.delete, at: path)
            case "insert": try await list.perform(.insert, at: path)
            case "select": try await list.perform(.select, at: path)
            case "move":
                try checkRight(.move, at: path, in: list)
                try await list.perform(.move(to: try destination(of: invocation, from: path, in: list)), at: path)
            case "action": try await runAction(invocation, at: path)
            default: try await sendEvent(invocation, at: path)
            }
        } catch EditRefusal.wrongPlace where invocation.arguments["before"] != nil {
            throw .invalid(
                message: "The row cannot be moved there.",
                fields: ["before": "is not a valid position for this row: name another row"])
        } catch {
            throw CommandFailure(of: error)
        }
        return CommandOutcome()
    }

    /// Throws if the row does not permit the edit. Checked first, so that a client learns this before any other fault.
    private func checkRight(_ right: RowRights, at path: IndexPath, in list: any DataSource<Cell>) throws {
        _ = cellViewModel(at: path)  // updates the rights
        guard list.rights(at: path).contains(right) else { throw EditRefusal.notAllowed(right) }
    }

    /// Returns the destination of a row: before another row, or at a position in a section, counted without the row.
    private func destination(
        of invocation: Invocation, from path: IndexPath, in list: any DataSource<Cell>
    ) throws(CommandFailure) -> IndexPath {
        if invocation.arguments["before"] ?? .null != .null { return try place(of: path, before: invocation, in: list) }
        let section = try invocation.number("section") ?? path.section
        guard (0..<list.sectionCount).contains(section) else {
            throw .invalid(
                message: "The row cannot be moved there.", fields: ["section": "is not a section of the list"])
        }
        let row = try invocation.number("to")
        let last = list.rowCount(in: section) - (section == path.section ? 1 : 0)
        guard let row, (0...max(0, last)).contains(row) else {
            throw .invalid(
                message: "Name the destination: {\"to\": 0}, or {\"before\": \"ID\"}.",
                fields: ["to": row == nil ? "is missing" : "is not a position in the list"])
        }
        return IndexPath(section: section, row: row)
    }

    /// Returns the path of a row once it is before the row that an argument names.
    private func place(
        of path: IndexPath, before invocation: Invocation, in list: any DataSource<Cell>
    ) throws(CommandFailure) -> IndexPath {
        let others = ["section", "to"].filter { invocation.arguments[$0] ?? .null != .null }
        guard others.isEmpty else {
            throw .invalid(
                message: "Name the destination: {\"to\": 0}, or {\"before\": \"ID\"}.",
                fields: Dictionary(uniqueKeysWithValues: others.map { ($0, "cannot be combined with before") }))
        }
        let before = try invocation.text("before", example: "{\"before\": \"ID\"}")
        guard let position = list.position(of: before) else {
            throw .invalid(message: "The row cannot be moved there.", fields: ["before": "is not a row of this list"])
        }
        var place = list.path(at: position)
        if place.section == path.section, place.row > path.row { place.row -= 1 }
        return place
    }

    private func runAction(_ invocation: Invocation, at path: IndexPath) async throws {
        let id = try invocation.text("action", example: "{\"action\": \"ID\"}")
        let cell = cellViewModel(at: path)
        defer { withExtendedLifetime(cell) {} }  // an action may remove its own row from the list
        let actions = cell?.actions ?? []
        guard let action = actions.first(where: { $0.id.isSpelled(like: id) }) else {
            let ids = actions.map(\.id).joined(separator: ", ")
            throw CommandFailure.invalid(
                message: "The row has no such action.",
                fields: [
                    "action": ids.isEmpty ? "is not possible: the row has no actions" : "must be one of \(ids)"
                ])
        }
        guard action.isEnabled else { throw CommandFailure.forbidden(message: "\(action.title) is not available now.") }
        try await action.body()
    }

    private func sendEvent(_ invocation: Invocation, at path: IndexPath) async throws {
        let name = try invocation.text("event", example: "{\"event\": \"NAME\"}")
        let content = invocation.arguments["content"] ?? .null
        guard let cell = cellViewModel(at: path), try await receive(RowEvent(name: name, cell: cell, content: content))
        else {
            throw CommandFailure.invalid(
                message: "The screen did not handle the event.", fields: ["event": "is not an event of this screen"])
        }
    }

    /// Returns the cell view model of a row, if the list is made of cell view models.
    private func cellViewModel(at path: IndexPath) -> CellViewModel? {
        (list as? any CellProvider)?.cellViewModel(at: path)
    }
}
