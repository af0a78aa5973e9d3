import Changes
import JSON
import Loop
import Scenes
import ViewModels

/// An idempotency key with its scope. The scope is a command of a table, no matter which list or row offers the
/// command, or a command at the path of a screen. The scope of a personal screen includes the visitor. The scope of a
/// principal who has signed in includes the principal, so that no client receives the response to another client's
/// command.
struct CommandKey: Hashable {
    private let scope: String
    private let key: String

    /// Makes the key for a command of a screen; `nil` without a key.
    @SceneActor init?(_ key: String?, for command: String, on screen: Screen, by principal: Principal) {
        guard let key, !key.isEmpty else { return nil }
        let path = Screen.key(of: Route(screen.route.segments), for: screen.session, tab: screen.tab, in: .all)
        let route = (screen.viewModel as? any Remembering)?.commandRoute ?? path
        let author = principal == .nobody ? "" : "\(principal.kind) \(principal.id.utf8.count) \(principal.id) "
        scope = "\(author)\(route):\(command)"
        self.key = key
    }

    /// Returns the receipt that identifies the call where it is remembered.
    ///
    /// The receipt is the same in every process and after a restart, because its hashes depend on the content alone.
    func receipt(of request: UInt64) -> Receipt {
        Receipt(key: "\(Digest(ContentHash.hash(of: scope))) \(key)", request: request)
    }
}

extension Invocation {
    /// Returns a hash of the call: its row and arguments, and the query of a screen whose key belongs to its path. The
    /// hash is the same on every transport, whether the row is beside the arguments or among them, and on the page of a
    /// table's row.
    @SceneActor func hash(on screen: Screen) -> UInt64 {
        let call = addressed(on: screen)
        var members = call.arguments
        var parts: [JSON] = []
        if let row = call.row {
            // A column may also be called "row".
            if members["row"] == nil { members["row"] = .string(row) } else { parts.append(["row": .string(row)]) }
        }
        parts.insert(.object(members), at: 0)
        if !expected.isEmpty { parts.append(.object(expected)) }
        if !(screen.viewModel is any Remembering), !screen.route.parameters.isEmpty {
            parts.append(.string(screen.route.description))
        }
        return (parts.count == 1 ? parts[0] : .array(parts)).contentHash
    }

    /// Returns the call with the row that a table's screen finds among its arguments.
    @SceneActor func addressed(on screen: Screen) -> Invocation {
        (screen.viewModel as? any Remembering)?.addressed(self) ?? self
    }
}
