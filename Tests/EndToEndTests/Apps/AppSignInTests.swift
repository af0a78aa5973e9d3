import Blueprints
import JSON
import Loop
import Scenes
import TestSupport
import Testing
import ViewModels

/// A sign-in of an app's own, and the end of somebody's sessions from an app.
@Suite(.timeLimit(.minutes(5))) struct AppSignInTests {
    /// An app with a sign-in of its own: a client that knows the word signs in under any name.
    private final class House: AppCoordinator {
        override init() {
            super.init()
            publish("/door")
            personal("/door") { _, visitor in DoorViewModel(visitor) }
            personal("/me") { _, visitor in MeViewModel(visitor) }
            screen("/room") { [unowned self] _ in RoomViewModel(self) }
        }
    }

    private final class DoorViewModel: ViewModel {
        init(_ visitor: Visitor) {
            super.init()
            let arguments: JSONObject = ["name": .argument("text"), "word": .argument("text")]
            commands = [
                Command("enter", title: "Enter", arguments: arguments) { call in
                    guard call["word"] == "sesame" else { throw CommandFailure.forbidden(message: "Wrong word.") }
                    call.navigation = try await visitor.signIn(as: call["name"] ?? "", to: "/me?from=door")
                }
            ]
        }
    }

    private final class MeViewModel: ViewModel {
        @Output var name = ""

        init(_ visitor: Visitor) {
            super.init()
            name = visitor.principal.name
        }
    }

    private final class RoomViewModel: ViewModel {
        init(_ house: House) {
            super.init()
            commands = [
                Command("clear", title: "Sign out", arguments: ["id": .argument("text")]) { call in
                    try await house.endSessions(of: call["id"] ?? "")
                }
            ]
        }
    }

    private static func withHouse(
        signIn route: String? = nil, _ body: @Sendable (AppServer) async throws -> Void
    ) async throws {
        try await withApp(
            people: ["ada": ["reader"], "bob": []],
            app: { _ in
                let house = House()
                if let route { house.publish(signIn: route) }
                return house
            }, body)
    }

    /// Signs in by the app, and returns the link and the cookie of the browser.
    private static func link(
        _ app: AppServer, _ name: JSON = "ada", cookie: String? = nil
    ) async throws -> (path: String, cookie: String) {
        var headers = ["Origin": "http://127.0.0.1:\(app.port)"]
        headers["Cookie"] = cookie
        let answer = try await app.http.post("/door:enter", ["name": name, "word": "sesame"], headers)
        try #require(answer.status == 200)
        let path = try #require(try answer.json["navigate"]?.stringValue)
        return (path, cookie ?? answer.jar)
    }

    @Test func aLinkSignsTheVisitorInOnce() async throws {
        try await Self.withHouse { app async throws in
            #expect(try await app.http.get("/me").status == 401)
            #expect(try await app.http.post("/door:enter", ["name": "ada", "word": "x"]).status == 403)
            let (path, cookie) = try await Self.link(app)
            #expect(path.hasPrefix("/-/sign-in?link="))
            #expect(try await app.http.send("HEAD", path, ["Cookie": cookie]).status == 200, "uses nothing up")
            let answer = try await app.http.get(path, ["Cookie": cookie])
            #expect(answer.status == 303)
            #expect(answer.headers["location"] == "/me?from=door")
            let browser = ["Cookie": answer.jar]
            #expect(try await app.http.get("/me", browser).json["outputs"]?["name"] == "ada")
            let again = try await app.http.get(path, ["Cookie": cookie])
            #expect(again.status == 401 && again.cookies.isEmpty)
            let audit = try await app.access("SELECT Who, Via FROM Audit WHERE Event = 'sign-in'")
            #expect(audit == "ada|link\n")
        }
    }

    @Test func eachSignInHasANewTokenAndEndsTheOneBefore() async throws {
        try await Self.withHouse { app async throws in
            let (path, cookie) = try await Self.link(app)
            let first = try await app.http.get(path, ["Cookie": cookie]).jar
            let (next, _) = try await Self.link(app, "bob", cookie: first)
            let second = try await app.http.get(next, ["Cookie": first])
            #expect(second.status == 303)
            #expect(try await app.http.get("/me", ["Cookie": second.jar]).json["outputs"]?["name"] == "bob")
            #expect(second.jar != first)
            #expect(try await app.http.get("/me", ["Cookie": first]).status == 401)
        }
    }

    @Test func aLinkCountsInItsBrowserOnly() async throws {
        try await Self.withHouse { app async throws in
            let (path, cookie) = try await Self.link(app)
            let (_, other) = try await Self.link(app, "bob")
            for headers in [[:], ["Cookie": other], ["Cookie": "oriel-session=1"]] {
                let answer = try await app.http.get(path, headers)
                #expect(answer.status == 401 && answer.cookies.isEmpty)
            }
            let led = ["Cookie": cookie, "Sec-Fetch-Site": "cross-site"]
            #expect(try await app.http.get(path, led).status == 403)
            #expect(try await app.http.get(path, ["Cookie": cookie]).status == 303)
        }
    }

    @Test func aLinkLeadsToThisServerOnly() async throws {
        try await Self.withHouse { app async throws in
            let (path, cookie) = try await Self.link(app)
            let token = try #require(path.split(separator: "=").dropFirst().first?.prefix { $0 != "&" })
            let answer = try await app.http.get("/-/sign-in?link=\(token)&next=//evil.example/", ["Cookie": cookie])
            #expect(answer.headers["location"] == "/")
        }
    }

    @Test func nobodyElseIsSignedIn() async throws {
        try await Self.withHouse { app async throws in
            let refused = try await app.http.post("/door:enter", ["name": "eve", "word": "sesame"])
            #expect(refused.status == 403)
            let (path, cookie) = try await Self.link(app)
            #expect(try await app.access("UPDATE Person SET IsActive = 0 WHERE Name = 'ada'; SELECT 1") == "1\n")
            #expect(try await app.http.get(path, ["Cookie": cookie]).status == 401)
        }
    }

    @Test func onASocketTheNavigationLeavesThePage() async throws {
        try await Self.withHouse { app async throws in
            let socket = try await SocketClient(port: app.port, origin: "http://127.0.0.1:\(app.port)")
            let scene = try #require(try await socket.open("/door")["scene"])
            try await socket.send([
                "type": "command", "ref": 1, "scene": scene, "command": "enter",
                "arguments": ["name": "ada", "word": "sesame"],
            ])
            let message = try await socket.next { $0["type"] == "navigate" }
            #expect(message["style"] == "external")
            let path = try #require(message["route"]?.stringValue)
            let answer = try await app.http.get(path, ["Cookie": socket.cookie ?? ""])
            #expect(answer.status == 303)
        }
    }

    @Test func onlyWhatIsPublishedIsForEverybody() async throws {
        try await Self.withHouse { app async throws in
            #expect(try await app.http.get("/door").status == 200)
            let answers = [("/me", 401, "sign-in"), ("/room", 401, "sign-in"), ("/door/x", 404, "not-found")]
            for (route, status, code) in answers {
                let hidden = try await app.http.get(route)
                #expect(hidden.status == status)
                #expect(try hidden.json["code"]?.stringValue == code)
                #expect(try await app.http.post("\(route):clear", ["id": "1"]).status == status)
                let socket = try await SocketClient(port: app.port)
                try await socket.send(["type": "open", "ref": 1, "route": .string(route)])
                #expect(try await socket.next { $0["type"] == "error" }["code"]?.stringValue == code)
            }
            #expect(try await app.http.get("/-/sessions").status == 401)
        }
    }

    @Test func aPageLeadsToTheSignIn() async throws {
        let page = ["Accept": "text/html"]
        try await Self.withHouse { app async throws in
            let answer = try await app.http.get("/me?from=mail", page)
            #expect(answer.status == 401)
            #expect(answer.text.contains("/me?from=mail"), "the form leads back")
        }
        try await Self.withHouse(signIn: "/door") { app async throws in
            let answer = try await app.http.get("/me?from=mail", page)
            #expect(answer.status == 303)
            #expect(answer.headers["location"] == "/door")
            #expect(try await app.http.get("/door", page).status != 303)
            let message = try await app.http.get("/me").json["detail"]
            #expect(message == "Sign in at /door, or send a key.")
            let socket = try await SocketClient(port: app.port)
            #expect(try await socket.next { $0["type"] == "principal" }["signIn"] == "/door")
        }
    }

    /// An app whose rules grant a table, with screens under these rules and a published sign-in.
    private static func withRuledHouse(
        for grantee: String, _ body: @Sendable (AppServer) async throws -> Void
    ) async throws {
        let sql = "CREATE TABLE Room (Id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO Room VALUES (1, 'Attic');"
        let rules = "tables: { Room: [{ to: \(grantee), columns: all }] }"
        try await withApp(
            sql, rules: rules, people: ["ada": []],
            app: { parts in
                let (house, rules) = (House(), try AccessRules(parts.rules, of: parts.store))
                house.screen("/rooms", by: rules) { _, _ in ViewModel(title: "Rooms") }
                house.personal("/book", by: rules) { _, _, _ in ViewModel(title: "Book") }
                house.files(RoutePattern("/names/{id}", String.self), of: "Name", in: "Room", by: rules)
                return house
            }, body)
    }

    @Test func aPublishedRouteClosesWhatRulesGrantToNobody() async throws {
        try await Self.withRuledHouse(for: "signed-in") { app async throws in
            let ada = try await app.browser("ada")
            for route in ["/rooms", "/book", "/names/1"] {
                #expect(try await app.http.get(route).status == 401, "\(route)")
                #expect(try await app.http.get(route, ada).status == 200, "\(route)")
            }
            #expect(try await app.http.get("/door").status == 200)
        }
        try await Self.withRuledHouse(for: "everyone") { app async throws in
            for route in ["/rooms", "/book", "/names/1"] {
                #expect(try await app.http.get(route).status == 200, "\(route)")
            }
        }
    }

    @Test func anAppEndsSomebodysSessions() async throws {
        try await Self.withHouse { app async throws in
            let (ada, bob) = try await (app.browser("ada"), app.browser("bob"))
            let socket = try await SocketClient(port: app.port, headers: ada)
            _ = try await socket.open("/me")
            let id = try await app.access("SELECT Id FROM Person WHERE Name = 'ada'").prefix { $0 != "\n" }
            #expect(try await app.http.post("/room:clear", ["id": .string(String(id))], bob).status == 200)
            while socket.closeCode == nil { _ = try await socket.next() }
            #expect(socket.closeCode == 4401 && socket.closeReason == "signed-out")
            #expect(try await app.http.get("/me", ada).status == 401)
            #expect(try await app.http.get("/me", bob).status == 200)
        }
    }

    @Test func withoutPeopleNobodySignsIn() async throws {
        try await withApp(app: { _ in House() }) { app async throws in
            let answer = try await app.http.post("/door:enter", ["name": "ada", "word": "sesame"])
            #expect(answer.status == 503)
            #expect(try answer.json["code"] == "sign-in-unavailable")
            #expect(try await app.http.get("/me").status == 404)
        }
    }
}
