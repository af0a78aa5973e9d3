import Oriel

/// Who belongs to which team, for administrators. A change moves rows onto the screens of the person, or off them.
final class MembersViewModel: ViewModel {
    init(_ store: Store) {
        super.init(title: "Members")
        list = CellList(store.list("Member", sort: ["Person", "Team"]) { MemberCell($0, store) })
        let arguments: JSONObject = [
            "person": .argument("text", isRequired: true), "team": .argument("integer", isRequired: true),
        ]
        commands = [
            Command("add", title: "Add", arguments: arguments) { call in
                let (person, team): (String, Int64) = (call["person"] ?? "", call["team"] ?? 0)
                let values: JSONObject = ["Person": .string(person), "Team": .int(team)]
                try await store.write(.insert(table: "Member", values: values))
            }
        ]
    }
}

/// A member of a team.
final class MemberCell: CellViewModel {
    private let member: Record
    private let store: Store

    init(_ member: Record, _ store: Store) {
        (self.member, self.store) = (member, store)
        let team: Int = member["Team"] ?? 0
        super.init(title: member["Person"] ?? "", subtitle: "Team \(team)")
        rights = .delete
    }

    override func delete() async throws { try await store.write(.delete(table: "Member", id: member.id)) }
}

/// Who has signed in.
final class AccountViewModel: ViewModel {
    @Output var roles: [String] = []

    init(_ principal: Principal) {
        super.init(title: principal.name)
        roles = principal.roles.sorted()
    }
}
