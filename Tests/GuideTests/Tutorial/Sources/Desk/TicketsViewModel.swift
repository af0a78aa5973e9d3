import Oriel

/// The tickets in one state, the newest first.
@SceneActor final class TicketsViewModel: ViewModel {
    enum Shown: String, InputValue, CaseIterable { case open, closed }

    @Input(query: "state") var shown = Shown.open
    private let desk: GrantedStore

    init(_ desk: GrantedStore) {
        self.desk = desk
        super.init(title: "Tickets")
        commands = [
            Command("open", title: "Open", arguments: ["title": .argument("text", isRequired: true)]) {
                call in
                let values: JSONObject = [
                    "Title": .string(call["title"] ?? ""), "Author": .string(call.principal.name),
                ]
                let new = try await desk.write(.insert(table: "Ticket", values: values))
                call.navigation = new.id.map { Navigation("/tickets/\($0)") }
            }
        ]
    }

    override func setUp() {
        list(depending: \.shown) { [desk] shown in
            let filter = Filter.equal("State", shown.rawValue)
            return CellList(
                desk.list("Ticket", where: [filter], sort: [.descending("Id")]) { TicketCell($0, desk) })
        }
    }
}

/// A ticket in the list. Its author may delete it.
@SceneActor final class TicketCell: CellViewModel, RecordCell {
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

    override func delete() async throws {
        try await desk.write(.delete(table: "Ticket", id: record.id))
    }
}
