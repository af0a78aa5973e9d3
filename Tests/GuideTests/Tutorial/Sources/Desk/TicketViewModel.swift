import Oriel

/// A ticket with its comments.
@SceneActor final class TicketViewModel: ViewModel {
    @Output var state = ""
    @Output var author = ""
    private let ticket: RowModel

    init(_ id: Int, _ desk: GrantedStore) {
        ticket = desk.row("Ticket", "\(id)")
        super.init()
        follow(ticket)
        list = CellList(
            desk.list("Comment", where: [.equal("Ticket", id)], sort: ["Id"]) { comment in
                CellViewModel(title: comment["Text"] ?? "", subtitle: comment["Author"])
            })
        commands = [
            Command("comment", title: "Comment", arguments: ["text": .argument("text", isRequired: true)]) {
                call in
                let values: JSONObject = [
                    "Ticket": .int(Int64(id)), "Text": .string(call["text"] ?? ""),
                    "Author": .string(call.principal.name),
                ]
                try await desk.write(.insert(table: "Comment", values: values))
            },
            Command("edit", title: "Edit") { $0.navigation = Navigation("/tickets/\(id)/edit") },
            Command("close", title: "Close") { [unowned self] _ in
                let answer = await ask(
                    Dialog(title: "Close it?", actions: [.destructive("close", "Close it"), .cancel()]))
                if answer == "close" { try await ticket.save(["State": "closed"]) }
            },
        ]
    }

    override func updateOutputs() {
        title = ticket["Title"] ?? ""
        state = ticket["State"] ?? ""
        author = ticket["Author"] ?? ""
        enable("close", if: state == "open")
        if ticket.isGone { end(phase == .loaded ? "gone" : "not-found") }
    }
}
