import Blueprints
import Foundation
import JSON
import Loop
import Scenes
import Stores
import TestSupport
import Testing
import ViewModels

/// Commands of declared scenes that call Swift of the app.
@Suite(.timeLimit(.minutes(5))) struct SceneCallTests {
    /// Counts the calls.
    @SceneActor private final class Calls {
        var count = 0
    }

    @Test func aMistakeLeavesOtherScreensAsTheyAre() async throws {
        let made = Calls()
        let (warnings, warn) = AsyncStream.makeStream(of: String.self)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scenes-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("notes.yaml")
        try Data("scenes: { /notes: { table: Note } }".utf8).write(to: file)
        let make: AppServer.Make = { parts in
            let app = AppCoordinator()
            app.screen("/made") { _ in
                made.count += 1
                return ViewModel(screen: "made")
            }
            try await app.scenes(folder.path, of: parts.store) { warn.yield($0) }
            return app
        }
        try await withApp("CREATE TABLE Note (Id INTEGER PRIMARY KEY)", app: make) { app in
            let client = try await SocketClient(port: app.port)
            _ = try await client.open("/made")
            try Data("scenes: { /notes: { table: Not } }".utf8).write(to: file, options: .atomic)
            for await warning in warnings where warning.hasSuffix("The scenes stay as they were.") { break }
            #expect(await made.count == 1)
            try Data("scenes: { /other: { table: Note } }".utf8).write(to: file, options: .atomic)
            while try await app.http.get("/other").status == 404 { await Task.yield() }
            #expect(await made.count == 2)
        }
    }

    @Test func aCallRunsOnlyIfItsPreconditionHolds() async throws {
        let calls = Calls()
        let make: AppServer.Make = { parts in
            let folder = URL(fileURLWithPath: parts.rules).deletingLastPathComponent().appendingPathComponent("scenes")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let scenes = "scenes: { /notes: { table: Note, commands: [{ count: { call: count } }] } }"
            try Data(scenes.utf8).write(to: folder.appendingPathComponent("notes.yaml"))
            let count: SceneCall = { _ in
                calls.count += 1
                return CommandOutcome()
            }
            let app = AppCoordinator()
            try await app.scenes(folder.path, of: parts.store, calls: ["count": count])
            let ruled = try await Store(path: folder.deletingLastPathComponent().path + "/test.sqlite")
            let rules = try AccessRules(parts.rules, of: ruled) { _ in }
            await #expect("to names who may run it") {
                try await AppCoordinator().scenes(folder.path, of: ruled, by: rules, calls: ["count": count])
            } throws: { "\($0)".contains("\"call\" needs \"to\" beside rules") }
            for (store, rules) in [(ruled, nil), (parts.store, rules)] {
                await #expect("the rules are those of the store") {
                    try await AppCoordinator().scenes(folder.path, of: store, by: rules, calls: ["count": count])
                } throws: { "\($0)".contains("The rules of the store would not apply") }
            }
            #expect("rules come before scenes") { _ = try AccessRules(parts.rules, of: parts.store) } throws: {
                "\($0)".contains("Scenes of the store are shown without rules")
            }
            await ruled.close()
            return app
        }
        try await withApp("CREATE TABLE Note (Id INTEGER PRIMARY KEY)", app: make) { app in
            let tag = try #require(try await app.http.get("/notes").headers["etag"])
            let run = { (condition: String, key: String) in
                try await app.http.post("/notes:count", [:], ["If-Match": condition, "Idempotency-Key": key]).status
            }
            #expect(try await run("\"old\"", "k1") == 412)
            #expect(await calls.count == 0)
            #expect(try await run(tag, "k2") == 200)
            #expect(try await run(tag, "k2") == 200)
            #expect(await calls.count == 1)
        }
    }
}
