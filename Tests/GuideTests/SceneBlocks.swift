import Foundation
import Oriel
import OrielTesting
import Testing

/// Scenes in YAML beside screens in Swift.
@Suite(.timeLimit(.minutes(5))) struct SceneBlocks {
    private static let scenes = """
        scenes:
          /tracks: { table: Track, where: Genre = 'Folk', columns: [Name, Year], open: '/tracks/{Id}' }
          /tracks/{Id}: { table: Track, label: Name }
          /hello: { table: Artist }
        """

    /// Creates a folder with a file of scenes.
    private static func folder(_ scenes: String) throws -> (folder: URL, file: URL) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oriel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("music.yaml")
        try Data(scenes.utf8).write(to: file)
        return (folder, file)
    }

    @Test func scenesStandBesideScreens() async throws {
        let (folder, file) = try Self.folder(Self.scenes)
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = try await TestApp { [path = folder.path] place in
            let (app, store) = (Guide(), try await place.store(migrations: Guide.migrations))
            app.screen("/hello") { _ in ViewModel(title: "Hello") }
            try await app.scenes(path, of: store)
            return app
        }
        let page = try await Visit(app, "/tracks")
        #expect(page.rows.map(\.title) == ["Blue", "The Circle Game", "Carey"])
        #expect(try await Visit(app, "/tracks/3").title == "Sinnerman")
        #expect(try await Visit(app, "/hello").title == "Hello")
        await #expect(throws: (any Error).self) { try await Visit(app, "/nothing") }
        try Data(Self.scenes.replacing("'Folk'", with: "'Jazz'").utf8).write(to: file, options: .atomic)
        try await page.wait { $0.rows.map(\.title) == ["Sinnerman"] }
        await app.stop()
    }

    @Test func aCommandCallsTheAppsSwift() async throws {
        let scenes = """
            scenes:
              /tracks:
                table: Track
                columns: [Name]
                commands:
                  - copy: { row: true, when: Year > 1970, input: { name: { required: true } }, call: copy }
                  - fail: { call: fail, goto: /tracks }
            """
        let (folder, _) = try Self.folder(scenes)
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = try await TestApp { [path = folder.path] place in
            let (app, store) = (Guide(), try await place.store(migrations: Guide.migrations))
            try await app.scenes(
                Settings(), folder: path, of: store,
                calls: [
                    "copy": { call in
                        let name = call.arguments["name"] ?? .null
                        let id = try await store.write(.insert(table: "Track", values: ["Name": name])).id.map(
                            JSON.string)
                        return CommandOutcome(["from": .string(call.row ?? ""), "to": id ?? .null])
                    },
                    "fail": { _ in throw CommandFailure.conflict(message: "Not today.", fields: [:]) },
                ])
            await #expect(throws: (any Error).self) { try await Guide().scenes(path, of: store, calls: [:]) }
            return app
        }
        let page = try await Visit(app, "/tracks")
        let result = try await page.tap("copy", on: page.row("Blue"), ["name": "Blue II"])
        #expect(result?["from"] == "1")
        #expect(result?["to"] == "5")
        try await page.wait { $0.rows.map(\.title).contains("Blue II") }
        await #expect(throws: (any Error).self) { try await page.tap("copy", on: page.row("Blue")) }
        await #expect(throws: (any Error).self) {
            try await page.tap("copy", on: page.row("Sinnerman"), ["name": "x"])  // it is of 1965
        }
        await #expect(throws: (any Error).self) { try await page.tap("fail") }
        #expect(page.rows.count == 5)
        await app.stop()
    }

    /// The calls as the guide has them.
    @SceneActor private static func add(to app: Guide, _ store: Store) async throws {
        try await app.scenes("scenes", of: store)
    }

    @SceneActor private static func addCalls(to app: Guide, _ store: Store) async throws {
        try await app.scenes(
            "scenes", of: store,
            calls: [
                "greet": { call in CommandOutcome(["greeting": .string("Hello, \(call.principal.name)!")]) }
            ])
    }
}
