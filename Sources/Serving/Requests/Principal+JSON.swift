import JSON
import Scenes
import ViewModels

extension Principal {
    /// The principal as clients see it: `kind`, `id`, `name` and `roles`.
    var members: JSONObject {
        [
            "kind": .string(kind.rawValue), "id": .string(id), "name": .string(name),
            "roles": .array(roles.sorted().map { .string($0) }),
        ]
    }
}

extension Identity {
    /// The principal as clients see it, with `looker`, the name of the administrator who looks as the principal, and
    /// with `changesPassword` if the person may change the password here.
    nonisolated var members: JSONObject {
        var members = principal.members
        if let looker { members["looker"] = .string(looker.name) }
        if changesPassword { members["changesPassword"] = true }
        return members
    }
}
