import Loop
import Scenes
import Lists
import Stores
import ViewModels

// Administrators look at the screens as a person sees them. The row of their session says as whom, so that every
// process and every open connection follows it.

extension Access {
    package func lookAs(_ name: String?, by identity: Identity) async throws(SignInError) {
        let admin = identity.looker ?? identity.principal
        guard identity.way == .session, admin.isAdmin,
            let row = known.everything.first(where: { $0.identity === identity })?.row
        else { throw .wrong }
        try await translated {
            var person: Person?
            if let name {
                person = try await self.people.person(named: name)
                guard let person, person.isActive, person.id != admin.id else {
                    throw SignInError.invalid(field: "name", reason: "There is nobody else of this name who signs in.")
                }
            }
            let id = person?.id
            let event =
                person.map { AuditEvent("look as", who: admin.name, via: "session", detail: $0.name) }
                ?? AuditEvent("look as ended", who: identity.auditName, via: "session")
            try await self.store.transaction {
                guard try $0.run("UPDATE {Session} SET LooksAs = ? WHERE Id = ?", id, row) == 1 else {
                    throw SignInError.wrong
                }
                try event.add(to: $0)
            }
        }
    }

    /// Returns the person as whom the administrator of a session sees the screens; `nil` if that is nobody else. This
    /// ends when the person can no longer sign in, or when the administrator loses that role.
    func personSeen(by admin: Principal, _ row: SessionRow) async throws(StoreError) -> Principal? {
        guard let id = row.LooksAs else { return nil }
        if admin.isAdmin, let seen = try await people.follow(id), seen.isActive {
            return Principal(.person, id: seen.id, name: seen.name, roles: seen.roles)
        }
        let session = row.Id
        Task { @SceneActor in
            try? await store.transaction { try $0.run("UPDATE {Session} SET LooksAs = NULL WHERE Id = ?", session) }
        }
        return nil
    }
}
