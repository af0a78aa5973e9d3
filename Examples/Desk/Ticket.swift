import FoundationEssentials
import Oriel

/// A ticket: its state, a picture and attachments that its team may see, and comments.
final class TicketViewModel: ViewModel {
    @Output var state = ""
    @Output var author = ""
    let picture: ImageSlot
    let attachments: AttachmentSlot
    private let ticket: RowModel

    init(_ id: Int, _ desk: GrantedStore, _ files: FileFolder) {
        ticket = desk.row("Ticket", "\(id)")
        picture = ImageSlot(in: Pictures(of: ticket, desk))
        attachments = AttachmentSlot(in: files)
        super.init()
        follow(ticket)
        let comments = desk.list("Comment", where: [.equal("Ticket", id)], sort: ["Id"]) { comment in
            CellViewModel(title: comment["Text"] ?? "", subtitle: comment["Author"])
        }
        let attached = desk.list(
            "Attachment", where: [.equal("Ticket", id)], sort: ["Id"],
            section: Section(id: "attachments", title: "Attachments")
        ) { file -> CellViewModel in AttachmentCell(file, desk, files) }
        list = CellList(
            MultiSectionDataSource([ListChild("comments", comments), ListChild("attachments", attached)]))
        attachments.onReceive = { [ticket] file in
            let values: JSONObject = [
                "Ticket": .int(Int64(id)), "Team": .int(ticket["Team"] ?? 0), "File": .string(file.address),
                "Name": .string(file.name), "Type": .string(file.type), "Size": .int(Int64(file.size)),
            ]
            try await desk.write(.insert(table: "Attachment", values: values))
        }
        picture.onEdit = { [ticket] address in
            try await ticket.save(["Picture": address.flatMap(Desk.id(ofPicture:))])
        }
        commands = [
            Command("comment", title: "Comment", arguments: ["text": .argument("text", isRequired: true)]) {
                [ticket] call in
                let (team, text): (Int64, String) = (ticket["Team"] ?? 0, call["text"] ?? "")
                let values: JSONObject = ["Ticket": .int(Int64(id)), "Team": .int(team), "Text": .string(text)]
                try await desk.write(.insert(table: "Comment", values: values))
            },
            Command("close", title: "Close") { [ticket] _ in try await ticket.save(["State": "closed"]) },
            Command("reopen", title: "Open again") { [ticket] _ in try await ticket.save(["State": "open"]) },
        ]
    }

    override func updateOutputs() {
        title = ticket["Title"] ?? ""
        state = ticket["State"] ?? ""
        author = ticket["Author"] ?? ""
        let id: Int? = ticket["Picture"]
        picture.image = id.map { Desk.picture.route("\($0)").description }
        commands[1].isEnabled = state == "open"
        commands[2].isEnabled = state == "closed"
        if ticket.isGone { end(phase == .loaded ? "gone" : "not-found") }
    }
}

/// A file of a ticket. Its author may delete it.
final class AttachmentCell: CellViewModel {
    private let file: Record
    private let desk: GrantedStore
    private let files: FileFolder

    init(_ file: Record, _ desk: GrantedStore, _ files: FileFolder) {
        (self.file, self.desk, self.files) = (file, desk, files)
        let size: Int = file["Size"] ?? 0
        super.init(title: file["Name"] ?? "", subtitle: "\((size + 1023) / 1024) KB", href: file["File"])
        if desk.permits(.delete, of: file) { rights = .delete }
    }

    override func delete() async throws {
        try await desk.write(.delete(table: "Attachment", id: file.id))
        await files.release(file["File"] ?? "")
    }
}

/// The pictures of a ticket, as rows of its team.
@SceneActor final class Pictures: FileStore {
    private let ticket: RowModel
    private let desk: GrantedStore

    init(of ticket: RowModel, _ desk: GrantedStore) {
        (self.ticket, self.desk) = (ticket, desk)
    }

    func keep(_ bytes: [UInt8]) async throws -> String {
        let team: Int64 = ticket["Team"] ?? 0
        let image: JSON = ["base64": .string(Data(bytes).base64EncodedString())]
        let new = try await desk.write(.insert(table: "Picture", values: ["Team": .int(team), "Image": image]))
        return Desk.picture.route(new.id ?? "").description
    }

    func release(_ address: String) async {
        guard let id = Desk.id(ofPicture: address) else { return }
        _ = try? await desk.write(.delete(table: "Picture", id: id))
    }
}
