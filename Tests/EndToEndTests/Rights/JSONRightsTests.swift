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

/// Rules for a JSON file.
@Suite(.timeLimit(.minutes(5))) struct JSONRightsTests {
    private static let file = """
        {"tickets": [
            {"id": 1, "title": "Lamp", "team": 1, "cost": {"kolibri": 1}},
            {"id": 2, "title": "walrus", "team": 2, "cost": {"kolibri": 2}}],
         "secrets": [{"id": 1, "word": "zebrafish"}]}
        """
    private static let rules = """
        roles: { agent: {} }
        tables: { tickets: [{ to: agent, columns: [id, title, team], rows: team = 1, update: all }] }
        """

    @Test("32: hidden members, records and documents are absent, and nothing is written")
    @SceneActor func hiddenMembersAreAbsent() async throws {
        let folder = try TemporaryFolder()
        try Data(Self.file.utf8).write(to: URL(fileURLWithPath: folder.path + "/desk.json"))
        try Data(Self.rules.utf8).write(to: URL(fileURLWithPath: folder.path + "/access.yaml"))
        let store = try await Store(json: folder.path + "/desk.json")
        let access = try AccessFile(folder.path + "/access.yaml", of: store) { _ in }
        var settings = Settings()
        settings.port = 0
        let site = Site(
            coordinator: DatabaseCoordinator(store: store, access: access), files: StaticFiles(directory: nil),
            settings: settings, authenticator: NameAuthenticator())
        let http = HTTPClient(port: Int(try site.start().split(separator: ":").last ?? "") ?? 0)
        let agent = TestServer.headers("person:1:agent")
        for target in [
            "/", "/tickets", "/tickets/1", "/tickets/2", "/secrets", "/tickets:csv",
        ] {
            let text = try await http.get(target, agent).text
            for marker in Helpdesk.markers { #expect(!text.contains(marker), "\(target)") }
        }
        #expect(try await http.get("/tickets", agent).json.titles == ["Lamp"])
        #expect(try await http.get("/tickets?search=kolibri", agent).json.titles == [])
        #expect(try await http.get("/tickets/2", agent).status == 404)
        #expect(try await http.get("/secrets", agent).status == 404)
        #expect(try await http.get("/tickets/1", agent).json["commands"] == [:])
        #expect(try await http.post("/tickets/1:update", ["title": "x"], agent).status == 403)
        #expect(try await http.get("/tickets", TestServer.headers("person:9:admin")).json.titles == ["Lamp", "walrus"])
        await site.stop()
        await store.close()
    }
}
