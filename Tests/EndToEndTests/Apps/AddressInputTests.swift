import JSON
import Loop
import Scenes
import Serving
import TestSupport
import Testing
import ViewModels

/// Inputs that live in the address, and inputs of one tab.
@Suite(.timeLimit(.minutes(5))) struct AddressInputTests {
    private enum Status: String, InputValue, CaseIterable {
        case open, closed
    }

    private final class TicketsViewModel: ViewModel {
        @Input(query: "status") var status = Status.open
        @Input(query: "page", .range(1...9)) var page = 1
        @Input(query: "q") var search = ""
        @Input(query: "mine") var mine = Bool?.none
        @Input var note = ""
        @Output var shown = ""

        init() {
            super.init(title: "Tickets")
            commands = [Command("close", title: "Closed ones") { [unowned self] _ in status = .closed }]
        }

        override func updateOutputs() { shown = "\(status) \(page) \(search) \(mine.map { "\($0)" } ?? "all")" }
    }

    @SceneActor private static func app() -> AppCoordinator {
        let app = AppCoordinator()
        app.screen("/tickets?status&page&q&mine") { _ in TicketsViewModel() }
        app.personal("/mine?status&page&q&mine") { _ in TicketsViewModel() }
        app.personal("/tab", inputs: .perTab) { _ in NoteViewModel() }
        app.personal("/visitor") { _ in NoteViewModel() }
        app.personal("/late?status&page&q&mine") { _, _ async throws in TicketsViewModel() }
        return app
    }

    private final class NoteViewModel: ViewModel {
        @Input var note = ""
    }

    private static func withApp(_ body: @Sendable (AppServer) async throws -> Void) async throws {
        try await EndToEndTests.withApp(app: { _ in app() }, body)
    }

    private static let routes = ["/tickets", "/mine", "/late"]

    @Test(arguments: routes) func aLinkOpensTheSame(route: String) async throws {
        try await Self.withApp { app async throws in
            let first = try await app.http.get(route).json
            #expect(first["outputs"]?["shown"] == "open 1  all")
            #expect(first["accepts"]?["status"]?["choices"] != nil)
            #expect((first["accepts"]?["note"] == nil) == (route == "/tickets"))
            let link = "\(route)?q=a%20%26%20b&status=closed&page=3&mine=true&other=1"
            let document = try await app.http.get(link).json
            #expect(document["outputs"]?["shown"] == "closed 3 a & b true")
            #expect(document["route"] == .string("\(route)?mine=true&page=3&q=a%20%26%20b&status=closed"))
            let stream = try await EventClient(port: app.port, link)
            #expect(try await stream.next().data["outputs"]?["shown"] == "closed 3 a & b true")
        }
    }

    @Test(arguments: ["/tickets", "/mine"]) func theFirstValueIsNotInTheAddress(route: String) async throws {
        try await Self.withApp { app async throws in
            let document = try await app.http.get("\(route)?status=open&page=2").json
            #expect(document["route"] == .string("\(route)?page=2"))
        }
    }

    @Test(arguments: routes) func whoSetsItIsSentThere(route: String) async throws {
        try await Self.withApp { app async throws in
            let cookie = ["Cookie": try await app.http.get("/visitor").jar]
            let posted = try await app.http.post("\(route):input", ["status": "closed", "page": 2], cookie)
            #expect(posted.status == 200)
            #expect(try posted.json["navigate"] == .string("\(route)?page=2&status=closed"))
            let same = try await app.http.post("\(route):input?status=closed", ["status": "closed"], cookie)
            #expect(same.status == 200)
            #expect(try same.json["navigate"] == nil)
            let back = try await app.http.post("\(route):input?status=closed", ["status": "open"], cookie)
            #expect(try back.json["navigate"] == .string(route))
            let socket = try await SocketClient(port: app.port, headers: cookie)
            let other = try await SocketClient(port: app.port)
            let scene = try #require(try await socket.open(route + "?page=2")["scene"]?.intValue)
            _ = try await other.open(route + "?page=2")
            try await socket.set(["status": "closed", "page": 1], scene: scene)
            let message = try await socket.next { $0["type"] == "navigate" }
            #expect(message["route"] == .string("\(route)?status=closed") && message["style"] == "replace")
            #expect(try await app.http.get(route + "?page=2", cookie).json["outputs"]?["shown"] == "open 2  all")
            try await other.send(["type": "ping"])
            #expect(try await other.next()["type"] == "pong", "others stay")
            let reply = try await socket.run("input", scene: scene, ["mine": true])
            #expect(reply["result"] != nil)
            #expect(
                try await socket.next { $0["type"] == "navigate" }["route"] == .string("\(route)?mine=true&page=2"))
        }
    }

    @Test(arguments: routes) func invalidValuesAreRefused(route: String) async throws {
        try await Self.withApp { app async throws in
            for query in ["status=lost", "page=x", "page=10", "page=02", "mine=1", "mine=null"] {
                let answer = try await app.http.get("\(route)?\(query)")
                #expect(answer.status == 400, "\(query)")
                #expect(try answer.json["code"] == "invalid-route")
                let socket = try await SocketClient(port: app.port)
                #expect(try await socket.open("\(route)?\(query)")["code"] == "invalid-route")
            }
            let socket = try await SocketClient(port: app.port)
            let scene = try #require(try await socket.open(route)["scene"]?.intValue)
            try await socket.set(["status": "lost"], scene: scene, ref: 4)
            #expect(try await socket.next { $0["type"] == "error" }["ref"] == 4)
            #expect(try await app.http.post("\(route):input", ["page": 10]).status == 422)
        }
    }

    @Test func aSharedScreenTakesNoOtherInputs() async throws {
        try await Self.withApp { app async throws in
            #expect(try await app.http.post("/tickets:input", ["note": "x"]).status == 404)
            #expect(try await app.http.post("/tickets:input", ["note": "x", "page": 2]).status == 404)
            #expect(try await app.http.post("/tickets:input", [:]).status == 404)
            let socket = try await SocketClient(port: app.port)
            let scene = try #require(try await socket.open("/tickets")["scene"]?.intValue)
            try await socket.set(["note": "x", "page": 2], scene: scene)
            #expect(try await socket.next { $0["type"] == "error" }["code"] == "no-inputs")
        }
    }

    @Test func otherInputsMoveAlong() async throws {
        try await Self.withApp { app async throws in
            let cookie = ["Cookie": try await app.http.get("/mine").jar]
            let answer = try await app.http.post("/mine:input", ["note": "typed", "status": "closed"], cookie)
            #expect(try answer.json["navigate"] == "/mine?status=closed")
            #expect(try await app.http.get("/mine?status=closed", cookie).json["inputs"]?["note"] == "typed")
        }
    }

    @Test(arguments: ["/tickets", "/mine"]) func aScreenThatSetsItSendsItsViewersThere(route: String) async throws {
        try await Self.withApp { app async throws in
            let socket = try await SocketClient(port: app.port)
            let scene = try #require(try await socket.open(route)["scene"]?.intValue)
            try await socket.send(["type": "command", "ref": 1, "scene": .int(scene), "command": "close"])
            let message = try await socket.next { $0["type"] == "navigate" }
            #expect(message["route"] == .string("\(route)?status=closed") && message["style"] == "replace")
            let cookie = ["Cookie": socket.cookie ?? ""]
            #expect(try await app.http.get(route, cookie).json["inputs"]?["status"] == "open")
        }
    }

    @Test func aTabHasInputsOfItsOwn() async throws {
        try await Self.withApp { app async throws in
            let cookie = try await app.http.get("/tab").jar
            func record(_ tab: String?, _ route: String) async throws -> JSON? {
                try await app.http.get(route, Self.headers(cookie, tab)).json["inputs"]?["note"]
            }
            for route in ["/tab", "/visitor"] {
                for tab in ["one", "two", nil] {
                    let note = JSON.string(tab ?? "none")
                    let answer = try await app.http.post("\(route):input", ["note": note], Self.headers(cookie, tab))
                    #expect(answer.status == 200)
                }
            }
            for tab in ["one", "two", nil] {
                #expect(try await record(tab, "/tab") == .string(tab ?? "none"))
                #expect(try await record(tab, "/visitor") == "none")
            }
            #expect(try await record("t#x", "/tab") == "none", "not the name of a tab")
            let origin = "http://127.0.0.1:\(app.port)"
            let socket = try await SocketClient(port: app.port, origin: origin, cookie: cookie, query: "tab=one")
            #expect(try await socket.open("/tab")["document"]?["inputs"]?["note"] == "one")
            #expect(try await app.http.get("/tab", Self.headers("", "one")).json["inputs"]?["note"] == "", "of others")
        }
    }

    private static func headers(_ cookie: String, _ tab: String?) -> [String: String] {
        var headers = ["Cookie": cookie]
        headers["Oriel-Tab"] = tab
        return headers
    }

    @Test func inputsOfATabOutliveItsScene() async throws {
        try await EndToEndTests.withApp(settings: { $0.linger = .milliseconds(20) }, app: { _ in Self.app() }) {
            app async throws in
            let cookie = try await app.http.get("/tab").jar
            for tab in ["one", "two"] {
                _ = try await app.http.post("/tab:input", ["note": .string(tab)], Self.headers(cookie, tab))
            }
            try await app.closesScenes()
            for tab in ["one", "two"] {
                let document = try await app.http.get("/tab", Self.headers(cookie, tab)).json
                #expect(document["inputs"]?["note"] == .string(tab))
            }
        }
    }
}
