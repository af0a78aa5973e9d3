import Oriel
import OrielTesting
import Testing

/// Commands, dialogs, uploads and forms.
@Suite(.timeLimit(.minutes(5))) struct CommandBlocks {
    final class TicketViewModel: ViewModel {
        let attachments: AttachmentSlot

        init(_ id: Int, _ store: Store, _ uploads: FileFolder) {
            attachments = AttachmentSlot(
                in: uploads, types: ["application/pdf", "image/*"], limit: 50_000_000)
            super.init(title: "Ticket \(id)")
            attachments.onReceive = { file in
                let values: JSONObject = [
                    "Ticket": .int(Int64(id)), "File": .string(file.address),
                    "Name": .string(file.name), "Type": .string(file.type),
                    "Size": .int(Int64(file.size)),
                ]
                try await store.write(.insert(table: "Attachment", values: values))
            }
            list = CellList(
                store.list("Attachment", where: [.equal("Ticket", id)]) {
                    AttachmentCell($0, store, uploads)
                })
        }
    }

    final class AttachmentCell: CellViewModel {
        private let file: Record
        private let store: Store
        private let uploads: FileFolder

        init(_ file: Record, _ store: Store, _ uploads: FileFolder) {
            (self.file, self.store, self.uploads) = (file, store, uploads)
            super.init(title: file["Name"] ?? "", href: file["File"])
            rights = .delete
        }

        override func delete() async throws {
            try await store.write(.delete(table: "Attachment", id: file.id))
            await uploads.release(file["File"] ?? "")
        }
    }

    @SceneActor @Observable final class Artist {
        var name = "Joni"
    }

    final class ArtistForm: FormViewModel {
        @Bound var artist: Artist?
        @Input(.required) var name = ""

        override func fill() { name = artist?.name ?? "" }
        override func save() async throws { artist?.name = name }
    }

    @SceneActor final class Track: Identifiable {
        let id: Int
        init(_ id: Int) { self.id = id }
    }

    final class TrackCell: CellViewModel {
        init(_ track: Track) { super.init(title: "Track \(track.id)") }
    }

    final class LibraryViewModel: ViewModel {
        private let library = ArrayModel<Track>([])

        private func tracks(at url: String) async throws -> [Track] { [Track(1), Track(2)] }

        init() {
            super.init(title: "Library")
            list = CellList(MutableArrayDataSource(library, section: Section(id: "all")) { TrackCell($0) })
            commands = [
                Command(
                    "import", title: "Import", arguments: ["url": .argument("text", isRequired: true)]
                ) { [unowned self] call in
                    for (number, track) in try await tracks(at: call["url"] ?? "").enumerated() {
                        library.append(track)
                        call.report(progress: Double(number) / 100)
                    }
                    call.navigation = Navigation("/library")
                }
            ]
            commands.append(
                Command("delete", title: "Delete") { [unowned self] _ in
                    guard let track = library.elements.first else { return }
                    let answer = await ask(
                        Dialog(title: "Delete it?", actions: [.destructive("delete", "Delete"), .cancel()]))
                    if answer == "delete" { library.removeAll { $0 === track } }
                })
        }
    }

    @SceneActor @Observable final class Car {
        var photo: String?
    }

    final class PhotoViewModel: ViewModel {
        let photo: ImageSlot
        private let car: Car

        init(_ car: Car, _ images: FileFolder) {
            self.car = car
            photo = ImageSlot(in: images)
            photo.onEdit = { car.photo = $0 }  // the new address, or nil
            super.init(title: "Photo")
        }

        override func updateOutputs() { photo.image = car.photo }
    }

    @Test func aCommandImportsAndAsks() async throws {
        let app = try await Guide.serve { guide, _, _ in
            guide.screen("/library") { _ in LibraryViewModel() }
        }
        let page = try await Visit(app, "/library")
        try await page.tap("Import", ["url": "https://example.com/tracks"])
        #expect(page.rows.map(\.title) == ["Track 1", "Track 2"])
        try await page.tap("Delete")
        #expect(page.dialog?.title == "Delete it?")
        try await page.answer("Delete")
        #expect(page.rows.map(\.title) == ["Track 2"])
    }

    @Test func filesAreAttachedAndDeleted() async throws {
        let app = try await Guide.serve { guide, store, place in
            let folder = place.folder
            let uploads = FileFolder("\(folder)/files", at: "/files", of: "File", in: "Attachment", of: store)
            guide.screen(RoutePattern("/tickets/{id}", Int.self)) { _, id in TicketViewModel(id, store, uploads) }
            guide.files(uploads)
        }
        let page = try await Visit(app, "/tickets/1")
        try await page.upload(Array("%PDF".utf8), as: "application/pdf", named: "a.pdf", to: "attachments")
        try await page.wait("the file is listed") { $0.rows.map(\.title) == ["a.pdf"] }
        let address = try #require(page.rows.first?.href)
        #expect(try await app.get(address).text == "%PDF")
        await #expect(throws: Refusal.self) {
            try await page.upload([0x61], as: "text/csv", named: "a.csv", to: "attachments")
        }
        try await page.tap("delete", on: page.row("a.pdf"))
        #expect(page.rows.isEmpty)
        #expect(try await app.get(address).status == 404)
    }

    @Test func aPhotoIsReplaced() async throws {
        let app = try await Guide.serve { guide, _, place in
            let car = Car()
            let images = FileFolder(place.folder + "/images", at: "/images") { _ in car.photo != nil }
            guide.screen("/") { _ in PhotoViewModel(car, images) }
            guide.files(images)
        }
        let page = try await Visit(app, "/")
        let pixel: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]
        try await page.upload(pixel, as: "image/gif", to: "photo")
        try await page.wait("the photo is there") { $0.outputs["photo"] != nil }
    }

    @Test func aFormSavesAndRefuses() async throws {
        let artist = await Artist()
        let app = try await Guide.serve { guide, _, _ in
            guide.personal("/") { _ in
                let form = ArtistForm()
                form.artist = artist
                return form
            }
        }
        let page = try await Visit(app, "/")
        try await page.type("Nina", into: "Name")
        try await page.tap("Save")
        #expect(await artist.name == "Nina")
        try await page.type("", into: "name")
        let refusal = await #expect(throws: Refusal.self) { try await page.tap("Save") }
        #expect(refusal?.fields["name"] == "is missing")
    }
}
