import Oriel

/// The teams of whoever looks.
final class TeamsViewModel: ViewModel {
    init(_ desk: GrantedStore) {
        super.init(title: "Desk")
        list = CellList(
            desk.list("Team", sort: ["Name"]) { team in
                CellViewModel(title: team["Name"] ?? "", href: "/teams/\(team.id)")
            })
    }
}

/// The tickets of a team, open ones first.
final class TeamViewModel: ViewModel {
    enum Shown: String, InputValue, CaseIterable { case all, open, closed }

    @Input(query: "state") var shown = Shown.all
    private let id: Int
    private let team: RowModel
    private let desk: GrantedStore

    init(_ id: Int, _ desk: GrantedStore, _ openings: RateLimit, _ reminders: Reminders) {
        (self.id, self.desk) = (id, desk)
        team = desk.row("Team", "\(id)")
        super.init()
        follow(team)
        commands = [
            Command("open", title: "Open a ticket", arguments: ["title": .argument("text", isRequired: true)]) { call in
                try openings.use(by: call)
                let title: String = call["title"] ?? ""
                let values: JSONObject = ["Team": .int(Int64(id)), "Title": .string(title)]
                let new = try await desk.write(.insert(table: "Ticket", values: values))
                guard let ticket = new.id.flatMap({ Int($0) }) else { return }
                try await reminders.remind(of: ticket)
                call.navigation = Navigation("/tickets/\(ticket)")
            }
        ]
    }

    override func setUp() {
        let states: [Filter] = shown == .all ? [] : [.equal("State", shown.rawValue)]
        list = CellList(
            desk.list(
                "Ticket", where: [.equal("Team", id)] + states, sort: [.descending("Id")],
                by: .column("State").descending
            ) { [desk] in TicketCell($0, desk) })
    }

    override func updateOutputs() {
        title = team["Name"] ?? ""
        if team.isGone { end(phase == .loaded ? "gone" : "not-found") }
    }
}

/// A ticket in a list. Its author may delete it.
final class TicketCell: CellViewModel, RecordCell {
    @Bound var record: Record
    private let desk: GrantedStore

    init(_ ticket: Record, _ desk: GrantedStore) {
        record = ticket
        self.desk = desk
        super.init(href: "/tickets/\(ticket.id)")
    }

    override func updateOutputs() {
        title = record["Title"] ?? ""
        subtitle = record["Author"]
        rights = desk.permits(.delete, of: record) ? .delete : []
    }

    override func delete() async throws { try await desk.write(.delete(table: "Ticket", id: record.id)) }
}
