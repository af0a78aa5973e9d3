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
