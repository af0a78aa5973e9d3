import Access
import Foundation
import JSON
import Scenes
import Serving
import TestSupport
import Testing

/// A person's own password, and links for new browsers.
@Suite(.timeLimit(.minutes(5))) struct AccountTests {
    private static let new = "another horse battery"

    private static func headers(_ jar: String, _ server: TestServer) -> [String: String] {
        ["Cookie": jar, "Origin": "http://127.0.0.1:\(server.port)", "Content-Type": "application/json"]
    }

    private static func change(
        _ server: TestServer, _ headers: [String: String], _ more: JSONObject = [:], current: String = Guarded.password
    ) async throws -> HTTPAnswer {
        var body: JSONObject = ["current": .string(current), "password": .string(new)]
        for (name, value) in more { body[name] = value }
        return try await server.http.post("/-/password", .object(body), headers)
    }

    @Test func aNewPasswordEndsOtherSessionsAndKeys() async throws {
        try await Guarded.serve { server in
            let (mine, other) = (try await server.cookies(), try await server.cookies())
            let key = ["Authorization": "Bearer \(try await server.key(["reader"], person: "ada"))"]
            #expect(try await server.http.get("/note", key).status == 200)
            let socket = try await SocketClient(port: server.port, headers: Self.headers(other, server))
            _ = try await socket.open("/note")
            let answer = try await Self.change(server, Self.headers(mine, server))
            #expect(answer.status == 204)
            #expect(answer.cookies["oriel"] != nil && answer.jar != mine)
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 4401)
            for jar in [mine, other] { #expect(try await server.http.get("/note", ["Cookie": jar]).status == 401) }
            #expect(try await server.http.get("/note", key).status == 401)
            #expect(try await server.http.get("/note", ["Cookie": answer.jar]).status == 200)
            #expect(try await server.signIn("ada", Self.new).status == 200)
            #expect(try await server.signIn().status == 401)
        }
    }

    @Test func sessionsAndKeysStayIfWanted() async throws {
        try await Guarded.serve { server in
            let (mine, other) = (try await server.cookies(), try await server.cookies())
            let key = ["Authorization": "Bearer \(try await server.key(["reader"], person: "ada"))"]
            let kept: JSONObject = ["keep-sessions": true, "keep-keys": true]
            #expect(try await Self.change(server, Self.headers(mine, server), kept).status == 204)
            #expect(try await server.http.get("/note", ["Cookie": other]).status == 200)
            #expect(try await server.http.get("/note", key).status == 200)
            #expect(try await server.http.get("/note", ["Cookie": mine]).status == 401)
        }
    }

    @Test func theFormNeedsNoScript() async throws {
        try await Guarded.serve { server in
            let jar = try await server.cookies()
            let page = try await server.http.get("/-/password", ["Cookie": jar, "Accept": "text/html"])
            #expect(page.status == 200 && !page.text.contains("<script"))
            #expect(page.headers["content-security-policy"]?.contains("form-action 'self'") == true)
            var headers = Self.headers(jar, server)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            let right = "current=correct+horse+battery&password=another+horse+battery&again="
            let differs = try await server.http.send("POST", "/-/password", headers, body: Array("\(right)x".utf8))
            #expect(differs.status == 422 && differs.text.contains("The new passwords differ."))
            let answer = try await server.http.send(
                "POST", "/-/password", headers, body: Array("\(right)another+horse+battery".utf8))
            #expect(answer.status == 303 && answer.headers["location"] == "/")
            #expect(try await server.http.get("/note", ["Cookie": answer.jar]).status == 200)
        }
    }

    @Test func wrongAttemptsAreRefused() async throws {
        try await Guarded.serve { server in
            let jar = try await server.cookies()
            let headers = Self.headers(jar, server)
            let weak = try await Self.change(server, headers, ["password": "football123456"])
            #expect(try weak.status == 422 && weak.json["fields"]?["password"] != nil)
            let same = try await Self.change(server, headers, ["password": .string(Guarded.password)])
            #expect(same.status == 422)
            #expect(try await server.http.post("/-/password", [:]).status == 401)
            let key = ["Authorization": "Bearer \(try await server.key(["reader"], person: "ada"))"]
            #expect(try await Self.change(server, key).status == 403)
            var foreign = headers
            foreign["Origin"] = "https://evil.test"
            #expect(try await Self.change(server, foreign).status == 403)
            var statuses: [Int] = []
            await server.stopTheClock()
            for _ in 0..<8 {
                statuses.append(try await Self.change(server, headers, current: "wrong horse battery").status)
            }
            #expect(statuses.prefix(5).allSatisfy { $0 == 422 } && statuses.contains(429), "\(statuses)")
            #expect(try await server.http.get("/note", ["Cookie": jar]).status == 200)
        }
    }

    @Test func peopleOfTheServedDatabaseChangeTheirPasswordElsewhere() async throws {
        try await Guarded.serve(ServedPeopleTests.sql, { $0.people = ServedPeopleTests.people }) { server in
            #expect(try await server.http.get("/-/password").status == 401)
            let answer = try await server.signIn("ada@example.org", Guarded.password)
            let change = try await Self.change(server, Self.headers(answer.jar, server))
            #expect(try change.status == 403 && change.json["code"] == "password-elsewhere")
            let page = try await server.http.get("/-/password", ["Cookie": answer.jar, "Accept": "text/html"])
            #expect(page.status == 403 && !page.text.contains("<form") && !page.text.contains("<input"))
            #expect(page.text.contains("Your password is changed where your account is kept."))
            #expect(try await server.http.get("/note", ["Cookie": answer.jar]).status == 200)
        }
    }

    @Test func aLinkAdmitsANewBrowserOnce() async throws {
        try await Guarded.serve { server in
            await server.stopTheClock()
            for _ in 0..<6 { _ = try await server.signIn("ada", "wrong horse battery") }
            #expect(try await server.signIn().status == 429)
            let link = try #require(try await server.access?.browserLink(for: "ada"))
            let page = try await server.http.get("/-/browser?link=\(link)", ["Accept": "text/html"])
            #expect(page.status == 200 && page.text.contains(link) && page.cookies.isEmpty)
            let headers = Self.headers("", server).filter { $0.key != "Cookie" }
            let wrong: JSON = ["link": .string(String(link.reversed()))]
            #expect(try await server.http.post("/-/browser", wrong, headers).status == 422)
            let admitted = try await server.http.post("/-/browser", ["link": .string(link)], headers)
            #expect(admitted.status == 204)
            #expect(try await server.signIn(cookie: admitted.jar).status == 200)
            #expect(try await server.http.post("/-/browser", ["link": .string(link)], headers).status == 422)
            #expect(try await server.signIn().status == 429)
        }
    }
}
