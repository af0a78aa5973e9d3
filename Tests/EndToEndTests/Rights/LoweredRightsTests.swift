import Access
import Blueprints
import Foundation
import JSON
import Lists
import Loop
import Scenes
import Serving
import Stores
import TestSupport
import Testing
import ViewModels

/// Case 36: rights that are lost while something is under way.
@Suite(.timeLimit(.minutes(5))) struct LoweredRightsTests {
    private static let rules =
        "roles: { reader: { may: [export] } }\n"
        + "tables: { note: [{ to: reader, columns: [text], update: { columns: [text] } }] }"

    private static func serve(
        _ more: String, _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await Guarded.serve(
            more,
            { settings in
                settings.access = settings.users?.replacing("access.sqlite", with: "access.yaml")
                _ = FileManager.default.createFile(atPath: settings.access ?? "", contents: Data(rules.utf8))
            }, body)
    }

    @Test("36: an export is cut off when its reader gets another role", .onBothEngines)
    func anExportIsCutOff() async throws {
        let rows =
            "WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) "
            + "INSERT INTO note SELECT i, 'a text of some length for number ' || i FROM n;"
        try await Self.serve(rows) { server in
            let headers = ["Authorization": "Bearer \(try await server.key(["reader"], person: "ada"))"]
            let port = server.port
            let download = try await blocking { try Download(port: port, "/note:csv", headers: headers) }
            try await Database.run("UPDATE Person SET Roles = 'other'", at: server.accessPath)
            await #expect(throws: ClientError.self) { _ = try await blocking { try download.readToEnd() } }
            #expect(try await server.http.get("/note:csv", headers).status == 404)
        }
    }

    /// The lock keeps the row of the command from being read. Only SQLite has a lock of the whole database.
    @Test(
        "36: a command that waits is refused when its sender has lost the right or has been signed out",
        arguments: [
            "UPDATE Person SET Roles = 'other'", "DELETE FROM Session", "UPDATE Person SET IsActive = 0",
        ])
    func aWaitingCommandIsRefused(sql: String) async throws {
        try await Self.serve("PRAGMA journal_mode = DELETE;") { server in
            let headers = ["Cookie": try await server.cookies(), "Sec-Fetch-Site": "same-origin"]
            let writer = try SQLShell(server.database.path)
            try await writer.run("BEGIN EXCLUSIVE")
            async let answer = server.http.post("/note/1:update", ["text": "late"], headers)
            try await Database.run(sql, at: server.accessPath)
            try await writer.run("COMMIT")
            let status = try await answer.status
            #expect([401, 403, 404].contains(status), "\(status)")
            #expect(try await server.database.run("SELECT text FROM note WHERE id = 1") == "one\n")
        }
    }

    @Test(
        "36: an upload whose body comes after the right was lost is refused", .onBothEngines,
        arguments: ["photo", "papers"])
    func aLateUploadIsRefused(slot: String) async throws {
        try await Self.serveStudio { app, _ in
            let head =
                "PUT /studio:\(slot) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(Helpdesk.ada)\r\n"
                + "Content-Type: image/png\r\nContent-Length: \(Self.png.count)\r\nConnection: close\r\n\r\n"
            let (first, rest) = (Array(head.utf8) + Self.png.prefix(9), Array(Self.png.dropFirst(9)))
            let kept = try await app.http.exchange(first, then: rest) {}
            #expect(kept.status == 201, "\(kept.text)")
            let answer = try await app.http.exchange(first, then: rest) { try await Self.lowerRights(in: app) }
            #expect([403, 404].contains(answer.status), "\(answer.status)")
        }
    }

    @Test("36: an upload without the right is refused before its body is read", .onBothEngines)
    func anUploadWithoutARightIsNotRead() async throws {
        try await Self.serveStudio { app, _ in
            let head =
                "PUT /studio:papers HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(Helpdesk.ada)\r\n"
                + "Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n"
            #expect(try await app.http.exchange(Array(head.utf8)).status == 100)
            try await Self.lowerRights(in: app)
            #expect(try await app.http.exchange(Array(head.utf8)).status == 404)
        }
    }

    @Test("36: the answer to a dialog does nothing after the right was lost", .onBothEngines)
    func aLateAnswerDoesNothing() async throws {
        try await Self.serveStudio { app, painting in
            let agent = TestServer.headers(Helpdesk.ada)
            for isLate in [false, true] {
                let waiting = try await app.http.post("/studio:paint", [:], agent)
                #expect(waiting.status == 202, "\(waiting.text)")
                let dialog = try waiting.json["waiting"]?["id"] ?? .null
                if isLate { try await Self.lowerRights(in: app) }
                let answer = try await app.http.post("/studio:dialog", ["dialog": dialog, "action": "yes"], agent)
                #expect((isLate ? [403, 404] : [200]).contains(answer.status), "\(answer.text)")
                await painting.hasBegun.pass()  // the response may be sent before the command goes on
            }
            _ = try await app.http.get("/studio", agent)
            #expect(await painting.count == 1)
        }
    }

    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    private static let studioRules =
        "roles: { agent: {} }\ntables: { Ticket: [{ to: agent, columns: [Title], update: all }] }"

    /// Serves an app with a screen for those who may update tickets.
    private static func serveStudio(_ body: @Sendable (RuledApp, Painting) async throws -> Void) async throws {
        let painting = Painting()
        try await withApp(
            Helpdesk.sql, rules: studioRules,
            { app, rules, _, folder in
                let images = FileFolder(folder + "/images", at: "/images") { _ in true }
                app.screen("/studio", by: rules) { _, desk in
                    desk.permits(.update, in: "Ticket") ? CanvasViewModel(images, painting) : nil
                }
            }
        ) { try await body($0, painting) }
    }

    /// Takes the right to update from agents, and waits until that counts.
    private static func lowerRights(in app: RuledApp) async throws {
        let rules = studioRules.replacing(", update: all", with: "")
        try Data(rules.utf8).write(to: URL(fileURLWithPath: app.folder + "/access.yaml"), options: .atomic)
        let deadline = ContinuousClock.now + patienceOfTests
        while try await app.http.get("/studio", TestServer.headers(Helpdesk.ada)).status != 404 {
            guard .now < deadline else { throw ClientError("the rules did not change") }
        }
    }
}

/// Counts how often something was painted.
@SceneActor private final class Painting {
    let hasBegun = Gate()
    private(set) var count = 0

    nonisolated init() {}

    func paint() {
        count += 1
        hasBegun.open()
    }
}

/// A screen with an image and a command that asks.
@SceneActor private final class CanvasViewModel: ViewModel {
    let photo: ImageSlot
    let papers: AttachmentSlot

    init(_ images: any FileStore, _ painting: Painting) {
        photo = ImageSlot(in: images)
        papers = AttachmentSlot(in: images)
        super.init(screen: "studio", title: "Studio")
        commands = [
            Command("paint", title: "Paint") { [unowned self] _ in
                let question = Dialog(title: "Paint?", actions: [Dialog.Action("yes", "Yes"), .cancel()])
                if await ask(question) == "yes" { painting.paint() }
            }
        ]
    }
}
