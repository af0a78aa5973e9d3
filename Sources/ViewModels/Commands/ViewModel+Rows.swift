import Changes
import DataSources
import JSON
import Loop

extension ViewModel {
    /// Does what a row's command asks: an edit that the row allows, one of its actions, or an event for the screen.
    final func edit(_ row: String, _ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        guard let list, let position = list.position(of: row) else { throw .notFound(message: "There is no such row.") }
        let path = list.path(at: position)
        do {
            switch invocation.command {
            case "delete": try await list.perform(.delete, at: path)
            case "insert": try await list.perform(.insert, at: path)
            case "select": try await list.perform(.select, at: path)
            case "move":
                try await list.perform(.move(to: try destination(of: invocation, from: path, in: list)), at: path)
            case "action": try await runAction(invocation, at: path)
            case "event": try await sendEvent(invocation, at: path)
            default: throw CommandFailure.unknown(command: invocation.command)
            }
        } catch {
            throw CommandFailure(of: error)
        }
        return CommandOutcome()
    }

    /// Where a row is to go: before another row, or to a place in a section, counted without the row.
    private func destination(
        of invocation: Invocation, from path: IndexPath, in list: any DataSource<Cell>
    ) throws(CommandFailure) -> IndexPath {
        if let before = invocation.arguments["before"]?.stringValue {
            guard let position = list.position(of: before) else {
                throw .notFound(message: "There is no row \(before).")
            }
            var place = list.path(at: position)
            if place.section == path.section, place.row > path.row { place.row -= 1 }
            return place
        }
        let section = Int(clamping: invocation.arguments["section"]?.intValue ?? Int64(path.section))
        let row = Int(clamping: invocation.arguments["to"]?.intValue ?? -1)
        guard (0..<list.sectionCount).contains(section), row >= 0,
            row <= list.rowCount(in: section) - (section == path.section ? 1 : 0)
        else {
            throw .invalid(
                message: "Say where to: {\"to\": 0}, or {\"before\": \"ID\"}.",
                fields: ["to": "is no place in the list"])
        }
        return IndexPath(section: section, row: row)
    }

    private func runAction(_ invocation: Invocation, at path: IndexPath) async throws {
        guard let cell = cellViewModel(at: path), let id = invocation.arguments["action"]?.stringValue,
            let action = cell.actions.first(where: { $0.id == id })
        else { throw CommandFailure.unknown(command: "action") }
        guard action.isEnabled else { throw CommandFailure.forbidden(message: "\(action.title) cannot be done now.") }
        try await action.body()
    }

    private func sendEvent(_ invocation: Invocation, at path: IndexPath) async throws {
        guard let cell = cellViewModel(at: path), let name = invocation.arguments["event"]?.stringValue,
            try await receive(RowEvent(name: name, cell: cell, content: invocation.arguments["content"] ?? .null))
        else { throw CommandFailure.unknown(command: "event") }
    }

    /// The cell view model of a row, if the list is made of cell view models.
    private func cellViewModel(at path: IndexPath) -> CellViewModel? {
        (list as? any CellProvider)?.cellViewModel(at: path)
    }
}
