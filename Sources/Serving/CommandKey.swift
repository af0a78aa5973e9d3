import JSON
import Loop
import Scenes
import ViewModels

/// A key of a call, and what it belongs to: a command of a table, whichever list or row offers it, or of the path of a screen,
/// which is one visitor's if the screen is.
struct CommandKey: Hashable {
    private let scope: String
    private let key: String

    /// The key of a command that a screen is asked for; `nil` without one.
    @SceneActor init?(_ key: String?, for command: String, on screen: Screen) {
        guard let key, !key.isEmpty else { return nil }
        let path = Screen.key(of: Route(screen.route.segments), for: screen.session)
        let route = (screen.viewModel as? any Remembering)?.commandRoute ?? path
        scope = "\(route):\(command)"
        self.key = key
    }

    /// By what a call is known again where it is remembered.
    func receipt(of request: UInt64) -> Receipt { Receipt(key: key, within: scope, request: request) }
}

extension Invocation {
    /// A hash of what is to be done: to which row, and under which query of a screen whose key belongs to its path. It is the same
    /// at every door, whether the row stands beside the arguments or among them, and on the page of a table's row.
    @SceneActor func hash(on screen: Screen) -> UInt64 {
        let model = screen.viewModel as? any Remembering
        let call = model?.addressed(self) ?? self
        var members = call.arguments
        var parts: [JSON] = []
        if let row = call.row {
            // A column may be called like it.
            if members["row"] == nil { members["row"] = .string(row) } else { parts.append(["row": .string(row)]) }
        }
        parts.insert(.object(members), at: 0)
        if !expected.isEmpty { parts.append(.object(expected)) }
        if model == nil, !screen.route.parameters.isEmpty { parts.append(.string(screen.route.description)) }
        return (parts.count == 1 ? parts[0] : .array(parts)).contentHash
    }
}
