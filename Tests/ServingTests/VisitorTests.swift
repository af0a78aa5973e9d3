import JSON
import Loop
import Serving
import TestSupport
import Testing

/// Screens that depend on the signed-in user.
@Suite(.timeLimit(.minutes(5))) struct VisitorTests {
    private func signIn(_ name: String, _ http: HTTPClient, _ cookie: String) async throws {
        let typed = try await http.post("/account:input", ["name": .string(name)], ["Cookie": cookie])
        #expect(typed.status == 200, "\(typed.text)")
        let answer = try await http.post("/account:sign-in", [:], ["Cookie": cookie])
        #expect(answer.status == 200, "\(answer.text)")
    }

    @Test func signingInUpdatesOnlyThatUserOnEveryTransport() async throws {
        try await withOffice { server in
            let socket = try await SocketClient(port: server.port)
            let cookie = try #require(socket.cookie)
            let other = try await SocketClient(port: server.port, cookie: cookie)
            let scene = try #require(try await socket.open("/account")["scene"]?.intValue)
            _ = try await other.open("/account")
            #expect(socket.replicas[scene]?.document["screen"] == "signIn")
            try await socket.set(["name": "ada"], scene: scene)
            let reply = try await socket.run("sign-in", scene: scene)
            #expect(reply["error"] == nil, "\(reply)")
            for socket in [socket, other] {
                try await socket.follow(scene) { $0["screen"] == "account" && $0["title"] == "ada" }
            }
            #expect(try await server.http.get("/account", ["Cookie": cookie]).json["title"] == "ada")
            let stranger = try await server.http.get("/account")
            #expect(try stranger.json["screen"] == "signIn")
            #expect(stranger.headers["cache-control"] == "private, no-cache")
            _ = try await other.run("sign-out", scene: scene)
            for socket in [socket, other] { try await socket.follow(scene) { $0["screen"] == "signIn" } }
        }
    }

    /// Over https, a cookie that another host of the domain has set counts nowhere.
    @Test func aPlantedCookieIsNotSignedIn() async throws {
        let desk = ["Host": "desk.example", "Origin": "https://desk.example"]
        try await withOffice {
            $0.origins = ["https://desk.example"]
        } _: { server in
            let answer = try await server.http.get("/account", desk)
            let cookie = try #require(answer.cookie)
            #expect(cookie.hasPrefix("__Host-oriel-session="))
            #expect(answer.headers["set-cookie"]?.contains("; Path=/; HttpOnly; SameSite=Lax; Secure") == true)
            func post(_ route: String, _ body: JSON, _ cookie: String) async throws -> HTTPAnswer {
                try await server.http.post(route, body, desk.merging(["Cookie": cookie]) { $1 })
            }
            func screen(_ cookie: String) async throws -> JSON? {
                try await server.http.get("/account", desk.merging(["Cookie": cookie]) { $1 }).json["screen"]
            }
            let planted = String(cookie.dropFirst("__Host-".count))
            _ = try await post("/account:input", ["name": "ada"], planted)
            _ = try await post("/account:sign-in", [:], planted)
            #expect(try await screen(cookie) == "signIn")
            _ = try await post("/account:input", ["name": "ada"], cookie)
            #expect(try await post("/account:sign-in", [:], cookie).status == 200)
            #expect(try await screen(cookie) == "account")
            #expect(try await screen(planted) == "signIn")
        }
    }

    @Test func theNextUserSeesNoInputOfTheLast() async throws {
        try await withOffice { server in
            let cookie = try #require(try await server.http.get("/account").cookie)
            try await signIn("ada", server.http, cookie)
            for route in ["/account", "/desk"] {
                _ = try await server.http.post("\(route):input", ["note": "typed"], ["Cookie": cookie])
            }
            _ = try await server.http.post("/account:sign-out", [:], ["Cookie": cookie])
            #expect(try await server.http.get("/account", ["Cookie": cookie]).json["inputs"] == ["name": ""])
            try await signIn("bob", server.http, cookie)
            let account = try await server.http.get("/account", ["Cookie": cookie]).json
            #expect(account["title"] == "bob")
            #expect(account["inputs"]?["note"] == "")
            #expect(try await server.http.get("/desk", ["Cookie": cookie]).json["inputs"]?["note"] == "typed")
        }
    }

    @Test func aForbiddenSceneIsRefusedAndEndsAtSignOut() async throws {
        try await withOffice { server in
            let socket = try await SocketClient(port: server.port)
            let cookie = try #require(socket.cookie)
            let refused = try await server.http.get("/safe", ["Cookie": cookie])
            #expect(refused.status == 403)
            #expect(try refused.json["code"] == "forbidden")
            try await signIn("ada", server.http, cookie)
            #expect(try await server.http.get("/safe", ["Cookie": cookie]).status == 200)
            let scene = try #require(try await socket.open("/safe")["scene"]?.intValue)
            _ = try await server.http.post("/account:sign-out", [:], ["Cookie": cookie])
            let end = try await socket.next { $0["type"] == "end" || $0["code"] != nil }
            #expect(end["scene"] == .int(scene) && end["code"] == "forbidden", "\(end)")
            #expect(try await server.http.get("/safe", ["Cookie": cookie]).status == 403)
        }
    }

    @Test func aSignInSurvivesARestart() async throws {
        let folder = try TemporaryFolder()
        let cookie = Gift()
        for run in 1...2 {
            try await withOffice {
                $0.sessionFile = folder.path + "/sessions.json"
            } _: { server in
                if run == 1 {
                    let made = try #require(try await server.http.get("/account").cookie)
                    await cookie.give(made)
                    try await signIn("ada", server.http, made)
                }
                let made = await cookie.value
                #expect(try await server.http.get("/account", ["Cookie": made]).json["title"] == "ada", "\(run)")
            }
        }
    }
}

/// The state that one run leaves for the next.
private actor Gift {
    private(set) var value = ""

    func give(_ value: String) {
        self.value = value
    }
}
