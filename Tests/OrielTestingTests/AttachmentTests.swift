import Foundation
import Loop
import Oriel
import OrielTesting
import Testing

/// The screen of the guide (docs/guides/write-an-app.md, "Uploads").
private final class TicketViewModel: ViewModel {
    let attachments: AttachmentSlot

    init(_ id: Int, _ store: Store, _ files: FileFolder) {
        attachments = AttachmentSlot(in: files, types: ["application/pdf", "image/*"], limit: 50_000_000)
        super.init(title: "Ticket \(id)")
        attachments.onReceive = { file in
            let values: JSONObject = [
                "Ticket": .int(Int64(id)), "File": .string(file.address), "Name": .string(file.name),
                "Type": .string(file.type), "Size": .int(Int64(file.size)),
            ]
            try await store.write(.insert(table: "Attachment", values: values))
        }
        list = CellList(
            store.list("Attachment", where: [.equal("Ticket", id)]) { AttachmentCell($0, store, files) })
    }
}

private final class AttachmentCell: CellViewModel {
    private let file: Record
    private let store: Store
    private let files: FileFolder

    init(_ file: Record, _ store: Store, _ files: FileFolder) {
        (self.file, self.store, self.files) = (file, store, files)
        super.init(title: file["Name"] ?? "", href: file["File"])
        rights = .delete
    }

    override func delete() async throws {
        try await store.write(.delete(table: "Attachment", id: file.id))
        await files.release(file["File"] ?? "")
    }
}

@Suite(.timeLimit(.minutes(5))) struct AttachmentTests {
    private static let schema: KeyValuePairs = [
        "create": """
        CREATE TABLE Attachment (Id INTEGER PRIMARY KEY, Ticket INTEGER NOT NULL, File TEXT NOT NULL,
          Name TEXT NOT NULL, Type TEXT NOT NULL, Size INTEGER NOT NULL CHECK (Size < 100))
        """
    ]

    @Test func aFileIsKeptWhileARowHasItsAddress() async throws {
        let app = try await TestApp { place in
            let store = try await place.store(migrations: Self.schema)
            let files = FileFolder(place.folder + "/files", at: "/files", of: "File", in: "Attachment", of: store)
            let app = AppCoordinator()
            app.screen(RoutePattern("/tickets/{id}", Int.self)) { _, id in TicketViewModel(id, store, files) }
            app.files(files)
            return app
        }
        let pages = [try await Visit(app, "/tickets/1"), try await Visit(app, "/tickets/2")]
        for (page, name) in zip(pages, ["a.pdf", "b.pdf"]) {
            try await page.upload(Array("%PDF".utf8), as: "application/pdf", named: name, to: "attachments")
            #expect(page.rows.map(\.title) == [name])
        }
        let address = try #require(pages[0].rows[0].href)
        #expect(pages[1].rows[0].href == address)
        for (page, status) in zip(pages, [200, 404]) {
            try await page.tap("delete", on: page.rows[0])
            #expect(page.rows.isEmpty)
            #expect(try await app.get(address).status == status)
        }
        for (bytes, type, code) in [
            ([UInt8](repeating: 0, count: 100), "application/pdf", "invalid"), ([1], "text/plain", "wrong-type"),
        ] {
            let refusal = await #expect(throws: Refusal.self) {
                try await pages[0].upload(bytes, as: type, named: "c", to: "attachments")
            }
            #expect(refusal?.code == code)
            #expect(pages[0].rows.isEmpty)
        }
    }
}
