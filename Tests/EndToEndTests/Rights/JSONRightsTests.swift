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
        let desk = try await JSONDesk(Self.file, rules: Self.rules)
        let http = desk.http
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
        await desk.stop()
    }

    @Test("32: a rule goes by the key of an element, also when the array grows")
    @SceneActor func aRuleGoesByKey() async throws {
        let desk = try await JSONDesk(Self.file, rules: Self.rules)
        let (http, agent) = (desk.http, TestServer.headers("person:1:agent"))
        let socket = try await SocketClient(port: desk.port, headers: agent)
        let scene = try #require(try await socket.open("/tickets")["scene"]?.intValue)
        try desk.write(
            Self.file.replacing(
                #""tickets": ["#,
                with:
                    #""tickets": [{"id": 7, "title": "walrus new", "team": 2}, {"id": 8, "title": "Desk", "team": 1}, "#
            ))
        let isThere: @Sendable (JSON) -> Bool = { $0.titles.contains("Desk") }
        try await socket.follow(scene, until: isThere)
        #expect(Set(socket.replicas[scene]?.document.titles ?? []) == ["Desk", "Lamp"])
        #expect(try await http.get("/tickets/1", agent).json["title"] == "Lamp")
        for id in ["2", "7"] { #expect(try await http.get("/tickets/\(id)", agent).status == 404) }
        #expect(try await http.get("/tickets", TestServer.headers("person:9:admin")).json.titles.count == 4)
        await desk.stop()
    }
}

/// A server of a JSON file with rules.
@SceneActor private final class JSONDesk {
    let port: Int
    private let folder: TemporaryFolder
    private let site: Site
    private let store: Store

    var http: HTTPClient { HTTPClient(port: port) }

    init(_ file: String, rules: String) async throws {
        folder = try TemporaryFolder()
        try Data(file.utf8).write(to: URL(fileURLWithPath: folder.path + "/desk.json"))
        try Data(rules.utf8).write(to: URL(fileURLWithPath: folder.path + "/access.yaml"))
        store = try await Store(json: folder.path + "/desk.json")
        let access = try AccessFile(folder.path + "/access.yaml", of: store) { _ in }
        var settings = Settings()
        settings.port = 0
        site = Site(
            coordinator: DatabaseCoordinator(store: store, access: access), files: StaticFiles(directory: nil),
            settings: settings, authenticator: NameAuthenticator())
        port = Int(try site.start().split(separator: ":").last ?? "") ?? 0
    }

    /// Replaces the file.
    func write(_ file: String) throws {
        try Data(file.utf8).write(to: URL(fileURLWithPath: folder.path + "/desk.json"), options: .atomic)
    }

    func stop() async {
        await site.stop()
        await store.close()
    }
}
