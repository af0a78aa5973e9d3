import Oriel

/// The form of a ticket. Two people who change it at once see both values.
@SceneActor final class TicketForm: FormViewModel {
    @Input(title: "Title", .required) var text = ""
    private let ticket: RowModel

    init(_ ticket: RowModel) {
        self.ticket = ticket
        super.init(title: "Edit")
        follow(ticket)
    }

    override var afterSave: Navigation? { Navigation("/tickets/\(ticket.id)", style: .back) }
    override func fill() { text = ticket["Title"] ?? "" }
    override func save() async throws { try await ticket.save(["Title": text]) }
}
