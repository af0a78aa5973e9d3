import Blueprints
import Foundation
import JSON
import Lists
import Loop
import Scenes
import Stores
import TestSupport
import Testing
import ViewModels

/// Case 31: errors of an app have no text for whom rules limit, but a code and an id under which the log has it.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct WithheldTextTests {
    private static let sql = "CREATE TABLE Job (Id INTEGER PRIMARY KEY, Text TEXT); INSERT INTO Job VALUES (1, 'one');"
    private static let rules = "roles: { worker: {} }\ntables: { Job: [{ to: worker, columns: all }] }"
    private static let worker = "person:1:worker"
    private static let root = "person:9:admin"

    /// An error of an app that names what is hidden.
    private struct Leak: Error, CustomStringConvertible {
        let description = "no such column: kolibri in /srv/walrus.sqlite"
    }

    private final class LeakingViewModel: ViewModel {
        let image: ImageSlot

        init() {
            image = ImageSlot(in: LeakingStore())
            super.init(title: "Leaks")
            commands = [
                Command("fail", title: "Fail") { _ in throw Leak() },
                Command("wait", title: "Wait") { _ in throw StoreError.failed("kolibri is locked") },
                Command("check", title: "Check") { _ in
                    throw CommandFailure.invalid(message: "It is paid already.", fields: [:])
                },
            ]
        }
    }

    @SceneActor private final class LeakingStore: FileStore {
        func keep(_ bytes: [UInt8]) async throws -> String { throw Leak() }
        func release(_ address: String) async {}
    }

    private func serve(_ body: @Sendable (RuledApp) async throws -> Void) async throws {
        try await withApp(
            Self.sql, rules: Self.rules,
            { app, rules, _, _ in
                app.screen("/ruled", by: rules) { _, _ in LeakingViewModel() }
                app.screen("/plain") { _ in LeakingViewModel() }
                app.personal("/own") { _ in LeakingViewModel() }
            }, body)
    }

    @Test(arguments: ["/ruled", "/plain", "/own"]) func commandsTellACodeAndAnID(route: String) async throws {
        try await serve { server in
            for (command, status, code) in [("fail", 500, "failed"), ("wait", 503, "database-failed")] {
                let headers = TestServer.headers(Self.worker, ["X-Request-Id": "mine-\(command)"])
                let answer = try await server.http.post("\(route):\(command)", [:], headers)
                #expect(answer.status == status)
                #expect(try answer.json["code"] == .string(code))
                #expect(try answer.json["request"]?.stringValue == "mine-\(command)")
                #expect(answer.headers["x-request-id"] == "mine-\(command)")
                for marker in Helpdesk.markers { #expect(!answer.text.contains(marker), "\(answer.text)") }
                let socket = try await SocketClient(port: server.port, headers: TestServer.headers(Self.worker))
                let scene = try await socket.open(route)["scene"] ?? .null
                try await socket.send(["type": "command", "ref": 7, "scene": scene, "command": .string(command)])
                let reply = try await socket.next { $0["ref"] == 7 }
                #expect(reply["error"]?["code"] == .string(code), "\(reply)")
                #expect(reply["error"]?["request"]?.stringValue?.isEmpty == false)
                for marker in Helpdesk.markers { #expect(!"\(reply)".contains(marker)) }
            }
            let refusal = try await server.http.post("\(route):check", [:], TestServer.headers(Self.worker))
            #expect(try refusal.json["detail"] == "It is paid already.")
            #expect(try refusal.json["request"] == nil)
        }
    }

    @Test func administratorsGetTheText() async throws {
        try await serve { server in
            let answer = try await server.http.post("/plain:fail", [:], TestServer.headers(Self.root))
            #expect(answer.status == 500 && answer.text.contains("kolibri"))
            #expect(try answer.json["request"] == nil)
        }
    }

    @Test func uploadsTellACodeAndAnID() async throws {
        try await serve { server in
            let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
            let answer = try await server.http.send(
                "PUT", "/own:image", TestServer.headers(Self.worker, ["Content-Type": "image/png"]), body: png + end)
            #expect(answer.status == 500)
            #expect(try answer.json["request"]?.stringValue == answer.headers["x-request-id"])
            for marker in Helpdesk.markers { #expect(!answer.text.contains(marker), "\(answer.text)") }
        }
    }
}
