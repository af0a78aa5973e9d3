import Changes
import DataSources
import JSON
import Loop
import Scenes
import TestSupport
import Testing
import ViewModels

@Suite(.timeLimit(.minutes(5))) struct ImageSheetTests {
    /// A store that keeps nothing but addresses.
    @SceneActor private final class Shelf: FileStore {
        var addresses: [String] = []
        var count = 0

        func keep(_ bytes: [UInt8]) async throws -> String {
            count += 1
            addresses.append("/shelf/\(count)")
            return "/shelf/\(count)"
        }

        func release(_ address: String) async { addresses.removeAll { $0 == address } }
    }

    @Test @SceneActor func theSheetHasExactlyTheActionsThatApply() {
        let slot = ImageSlot(in: Shelf())
        let empty = slot.imageSheet(from: [.paste, .camera, .file])
        #expect(empty.style == .sheet)
        #expect(empty.title == "Edit Image")
        #expect(empty.message == "Choose how you would like to edit the image.")
        #expect(empty.actions.map(\.title) == ["Take Photo", "Choose Photo", "Paste Photo", "Cancel"])
        #expect(slot.imageSheet(from: []).actions.map(\.id) == ["cancel"])
        slot.image = "/images/1.png"
        let full = slot.imageSheet(from: [.file])
        #expect(full.actions.map(\.id) == ["file", "delete", "cancel"])
        #expect(full.actions.map(\.role) == [.normal, .destructive, .cancel])
        #expect(full.actions.map(\.title) == ["Choose Photo", "Delete Photo", "Cancel"])
    }

    @Test @SceneActor func anAppMaySpeakAnotherLanguage() {
        defer { Strings.current = Strings() }  // nobody else is on the loop meanwhile
        Strings.current.editImage = "Bild bearbeiten"
        Strings.current.deletePhoto = "Foto löschen"
        let slot = ImageSlot(in: Shelf())
        slot.image = "/images/1.png"
        let sheet = slot.imageSheet(from: [])
        #expect(sheet.title == "Bild bearbeiten")
        #expect(sheet.actions.map(\.title) == ["Foto löschen", "Cancel"])
        Strings.current.insert = "Neu"
        let row = InsertDataSource(makeItem: { $0 }, onInsert: {})
        #expect(row.item(at: IndexPath(section: 0, row: 0)) == "Neu")
    }

    @Test @SceneActor func theEditedImageWinsAndNoneSetsNothing() async throws {
        let slot = ImageSlot(in: Shelf())
        var told: [String?] = []
        slot.onEdit = { told.append($0) }
        let upload = ImageUpload(original: .init(Samples.script), edited: .init(Samples.png))
        #expect(try await slot.receive(upload))
        #expect(slot.image == "/shelf/1")
        await #expect(throws: CommandFailure.self) { try await slot.receive(ImageUpload()) }
        #expect(slot.image == "/shelf/1")
        try await slot.delete()
        #expect(slot.image == nil)
        #expect(told == ["/shelf/1", nil])
    }

    @Test @SceneActor func filesThatTheModelRefusesAreNotStored() async throws {
        struct Refusal: Error {}
        let shelf = Shelf()
        let slot = ImageSlot(in: shelf)
        try await slot.receive(ImageUpload(original: .init(Samples.png)))
        slot.onEdit = { _ in throw Refusal() }
        await #expect(throws: CommandFailure.self) {
            try await slot.receive(ImageUpload(original: .init(Samples.jpeg)))
        }
        await #expect(throws: CommandFailure.self) { try await slot.delete() }
        #expect(slot.image == "/shelf/1")
        #expect(shelf.addresses == ["/shelf/1"])
    }

    @Test @SceneActor func oneChangeAtATime() async throws {
        let slot = ImageSlot(in: Shelf())
        slot.onEdit = { [unowned slot] _ in
            await #expect(throws: CommandFailure.self) { try await slot.delete() }
            await #expect(throws: CommandFailure.self) {
                try await slot.receive(ImageUpload(original: .init(Samples.jpeg)))
            }
        }
        slot.image = "/images/old.png"
        try await slot.receive(ImageUpload(original: .init(Samples.png)))
        #expect(slot.image == "/shelf/1")
    }

    @Test func theSheetLeadsToAnUploadWhoseEndClosesTheDialog() async throws {
        try await withGarage { server in
            let viewer = try await EventClient(port: server.port, "/cars/0")
            _ = try await viewer.next()
            let call: JSON = ["slot": "photo", "sources": ["camera"]]
            let sheet =
                try await server.http.post("/cars/0:image", call, ["Idempotency-Key": "a"]).json["waiting"] ?? .null
            _ = try await viewer.next()
            #expect(viewer.document["dialog"] == sheet)
            #expect(sheet["actions"]?[0]?["id"] == "camera")
            #expect(sheet["actions"]?[1]?["id"] == "cancel")
            _ = try await server.http.post("/cars/0:dialog", ["dialog": sheet["id"] ?? .null, "action": "camera"])
            while viewer.document["dialog"]?["upload"] == nil { _ = try await viewer.next() }
            #expect(viewer.document["dialog"]?["title"] == "Take Photo")
            let upload = viewer.document["dialog"]?["upload"]
            #expect(upload?["slot"] == "photo")
            #expect(upload?["source"] == "camera")
            #expect(upload?["limit"] == 1_000)
            #expect(try await server.put(Samples.png).status == 201)
            while viewer.document["dialog"] != .null { _ = try await viewer.next() }
            let choice = try await server.http.post("/cars/0:image", call, ["Idempotency-Key": "a"])
            #expect(try choice.json["result"] == ["action": "camera"])
        }
    }

    @Test func theSheetDeletesTheImage() async throws {
        try await withGarage { server in
            _ = try await server.put(Samples.png)
            let call = try await server.http.post("/cars/0:image", ["slot": "photo"], ["Idempotency-Key": "a"])
            #expect(call.status == 202)
            let sheet = try call.json["waiting"] ?? .null
            _ = try await server.http.post("/cars/0:dialog", ["dialog": sheet["id"] ?? .null, "action": "delete"])
            let choice = try await server.http.post("/cars/0:image", ["slot": "photo"], ["Idempotency-Key": "a"])
            #expect(try choice.json["result"] == ["action": "delete"])
            #expect(try await server.photo() == nil)
            #expect(try await server.http.post("/cars/0:image", ["slot": "nose"]).status == 422)
            for sources in [3, "file", ["nose"], ["file", 1]] as [JSON] {
                let refusal = try await server.http.post("/cars/0:image", ["slot": "photo", "sources": sources])
                #expect(refusal.status == 422)
                #expect(try refusal.json["fields"]?.objectValue?.names == ["sources"])
            }
        }
    }
}
