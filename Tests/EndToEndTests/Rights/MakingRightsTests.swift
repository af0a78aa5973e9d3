import Blueprints
import JSON
import Loop
import Observation
import Scenes
import Stores
import TestSupport
import Testing
import ViewModels

/// Rights that change while a screen is made.
@Suite(.timeLimit(.minutes(5))) struct MakingRightsTests {
    private static let sql = """
        CREATE TABLE Member (Name TEXT PRIMARY KEY);
        CREATE TABLE Job (Id INTEGER PRIMARY KEY, Text TEXT);
        INSERT INTO Job VALUES (1, 'kolibri');
        INSERT INTO Member VALUES ('ada');
        """
    private static let rules = """
        attributes: { member: SELECT Name FROM Member WHERE Name = :name }
        roles: { worker: {} }
        tables: { Job: [{ to: worker, columns: all, rows: "'ada' in user.member" }] }
        """

    @SceneActor @Observable final class Works {
        @ObservationIgnored let gate = Gate()
        private(set) var begun = 0

        nonisolated init() {}

        func begin() async {
            begun += 1
            await gate.pass()
        }
    }

    private struct Broken: Error, CustomStringConvertible {
        let description = "kolibri"
    }

    private final class JobViewModel: ViewModel {
        init(_ title: String) { super.init(title: title) }
    }

    @Test(arguments: ["/shared", "/own"]) func whatWasMadeForFormerRightsIsDropped(route: String) async throws {
        let works = Works()
        try await withApp(
            Self.sql, rules: Self.rules, people: ["ada": ["worker"]],
            app: { parts in
                let app = AppCoordinator()
                let rules = try AccessRules(parts.rules, of: parts.store)
                app.screen("/shared", by: rules) { _, store async throws in
                    let text = try await store.value(of: "Text", in: "Job", id: "1")
                    await works.begin()
                    return JobViewModel(text == nil ? "nothing" : "kolibri")
                }
                app.personal("/own") { _, visitor async throws in
                    let text = try await rules.store(for: visitor.principal).value(of: "Text", in: "Job", id: "1")
                    await works.begin()
                    return JobViewModel(text == nil ? "nothing" : "kolibri")
                }
                return app
            }
        ) { app async throws in
            let headers = try await app.browser("ada")
            async let answer = app.http.get(route, headers)
            let socket = try await SocketClient(port: app.port, headers: headers)
            try await socket.send(["type": "open", "ref": 1, "route": .string(route)])
            try await until("it is being made") { works.begun == 1 }
            try await app.database.run("DELETE FROM Member")
            await works.gate.open()
            let late = try await answer
            #expect(!late.text.contains("kolibri"))
            let opened = try await socket.next { $0["ref"] == 1 }
            #expect(!String(decoding: opened.bytes, as: UTF8.self).contains("kolibri"))
            #expect(try await app.http.get(route, headers).json["title"] == "nothing")
        }
    }

    @Test func anUnknownErrorIsNotDescribedUnderRules() async throws {
        try await withApp(
            Self.sql, rules: Self.rules, people: ["ada": ["worker"], "root": ["admin"]],
            app: { parts in
                let app = AppCoordinator()
                let rules = try AccessRules(parts.rules, of: parts.store)
                app.screen("/broken", by: rules) { _, _ async throws in throw Broken() }
                return app
            }
        ) { app async throws in
            let (ada, root) = try await (app.browser("ada"), app.browser("root"))
            let (told, whole) = try await (app.http.get("/broken", ada), app.http.get("/broken", root))
            #expect(told.status == 500 && !told.text.contains("kolibri"))
            #expect(whole.status == 500 && whole.text.contains("kolibri"))
        }
    }
}
