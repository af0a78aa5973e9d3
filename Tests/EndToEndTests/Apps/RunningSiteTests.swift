import Access
import Blueprints
import JSON
import Loop
import Scenes
import Serving
import Stores
import TestSupport
import Testing
import ViewModels

/// How `Oriel.run` serves an app: with the people of its table, and with every event of the audit.
@Suite(.timeLimit(.minutes(5))) struct RunningSiteTests {
    /// An app that shows the columns of its people, and says who runs a command.
    private final class App: AppCoordinator, StoreCoordinator {
        let store: Store

        init(_ parts: AppServer.Parts) throws {
            store = parts.store
            super.init()
            let rules = try AccessRules(parts.rules, of: parts.store)
            screen("/people", by: rules) { _, store in ColumnsViewModel(store) }
            screen("/caller") { _ in CallerViewModel() }
        }
    }

    @SceneActor private static func callers() -> AppCoordinator {
        let app = AppCoordinator()
        app.screen("/caller") { _ in CallerViewModel() }
        return app
    }

    private static let rules = "roles: { lead: {}, agent: {} }\ntables: { User: [{ to: [lead, agent], columns: all }] }"

    @Test func thePeopleOfTheAppsTableSignIn() async throws {
        try await withApp(
            ServedPeopleTests.sql, rules: Self.rules, people: [:], settings: { $0.people = ServedPeopleTests.people },
            app: { try App($0) }
        ) { app async throws in
            let ada = try await app.browser("ada@example.org")
            #expect(try await app.http.get("/people", ada).json["outputs"]?["names"] == "Id Mail Role IsActive")
            await #expect(throws: ClientError.self) { try await app.browser("bob@example.org") }
            try await Database.run("DELETE FROM User", at: app.database.path)
            #expect(try await app.http.get("/people", ada).status == 401)
        }
    }

    @Test func peopleOfATableNeedAStore() async throws {
        await #expect {
            try await withApp(
                ServedPeopleTests.sql, people: [:], settings: { $0.people = ServedPeopleTests.people },
                app: { _ in AppCoordinator() }
            ) { _ in }
        } throws: { "\($0)".contains("StoreCoordinator") }
    }

    @Test func noEventOfTheAuditIsLostAtTheEnd() async throws {
        let server = try await AppServer("", rules: "", people: ["ada": []], { _ in }, { _ in Self.callers() })
        do {
            let ada = try await server.browser("ada")
            for _ in 1...20 { _ = try await server.http.post("/caller:call", [:], ada) }
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        #expect(try await server.access("SELECT count(*), max(Who) FROM Audit WHERE Event = 'command'") == "20|ada\n")
    }

    @Test func aSharedScreenKnowsWhoRunsACommand() async throws {
        try await withApp(people: ["ada": ["lead"], "bob": []], app: { _ in Self.callers() }) { app async throws in
            for name in ["ada", "bob"] {
                let headers = try await app.browser(name)
                let answer = try await app.http.post("/caller:call", [:], headers)
                #expect(try answer.json["result"]?["name"] == .string(name))
                let socket = try await SocketClient(port: app.port, headers: headers)
                let scene = try #require(try await socket.open("/caller")["scene"])
                try await socket.send(["type": "command", "ref": 1, "scene": scene, "command": "call"])
                let reply = try await socket.next { $0["type"] == "reply" }
                #expect(reply["result"]?["name"] == .string(name))
                #expect(reply["result"]?["admin"] == false)
            }
        }
    }

    @Test func withoutSignInNobodyRunsACommand() async throws {
        try await withApp(app: { _ in Self.callers() }) { app async throws in
            #expect(try await app.http.post("/caller:call").json["result"]?["name"] == "")
        }
    }
}

/// The names of the visible columns.
private final class ColumnsViewModel: ViewModel {
    @Output var names = ""

    init(_ store: GrantedStore) {
        super.init()
        names = store.columns(of: "User", among: nil).joined(separator: " ")
    }
}

/// A screen whose command returns the caller.
final class CallerViewModel: ViewModel {
    init() {
        super.init()
        commands = [
            Command("call", title: "Call") { call in
                call.result = ["name": .string(call.principal.name), "admin": .bool(call.principal.isAdmin)]
            }
        ]
    }
}
