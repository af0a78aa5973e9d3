import Loop
import Scenes
import ViewModels

extension Access {
    /// Records other roles of a person of the served database who is signed in. For people in the database of access, a
    /// trigger does.
    func recordRoles(of id: String) {
        let known = known.identities(of: id).first { $0.kind == .session && $0.person == id }
        guard let known else { return }
        let former = (known.identity.looker ?? known.identity.principal).roles
        Task { @SceneActor in
            guard let person = try? await people.person(id), person.roles != former else { return }
            audit(
                AuditEvent(
                    "roles changed", who: person.name, via: "database",
                    detail: "\(Self.words(former)) to \(Self.words(person.roles))"))
        }
    }

    private static func words(_ roles: Set<String>) -> String { roles.isEmpty ? "none" : RoleNames.write(roles) }
}
