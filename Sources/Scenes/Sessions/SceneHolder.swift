import ViewModels

/// Who holds a scene open: a person or a program that has signed in, wherever it connects from, or else an address.
package enum SceneHolder: Hashable, Sendable {
    /// An address; empty for a client on this machine, which may be a proxy for many.
    case address(String)
    /// A principal of a kind, by its id.
    case principal(Principal.Kind, id: String)

    /// The name for operators: an address, `this machine`, or a principal such as `person 7`.
    var name: String {
        switch self {
        case .address(let address): address.isEmpty ? "this machine" : address
        case .principal(let kind, let id): "\(kind) \(id)"
        }
    }

    /// Whether the number of scenes is limited.
    var isLimited: Bool { self != .address("") }

    /// Returns why a further scene is refused.
    func refusal(limit: Int) -> String {
        let holder = if case .address = self { "Your address holds" } else { "You hold" }
        return "\(holder) \(limit) screens open alone. Close some of them."
    }
}

extension SessionTicket {
    /// Who holds the scenes that the client watches.
    package var holder: SceneHolder {
        guard let principal = identity?.principal, principal.kind != .nobody else { return .address(address) }
        return .principal(principal.kind, id: principal.id)
    }
}
