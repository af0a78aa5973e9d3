import Access
import Foundation
import JSON
import Scenes
import Serving
import TestSupport
import Testing

/// The second factor that people add, renew and remove themselves at `/-/second-factor`.
@Suite(.timeLimit(.minutes(5))) struct OwnSecondFactorTests {
    private static let path = "/-/second-factor"

    private static var now: Double { Date().timeIntervalSince1970 }

    private static func headers(_ jar: String, _ server: TestServer, isForm: Bool = false) -> [String: String] {
        [
            "Cookie": jar, "Origin": "http://127.0.0.1:\(server.port)",
            "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json",
        ]
    }

    private static func state(_ server: TestServer, _ jar: String) async throws -> JSON {
        try await server.http.get(path, ["Cookie": jar, "Accept": "application/json"]).json
    }

    private static func post(
        _ server: TestServer, _ jar: String, _ code: String, password: String = Guarded.password,
        _ more: JSONObject = [:]
    ) async throws -> HTTPAnswer {
        var body: JSONObject = ["password": .string(password), "code": .string(code)]
        for (name, value) in more { body[name] = value }
        return try await server.http.post(path, .object(body), headers(jar, server))
    }

    private static func codes(_ answer: HTTPAnswer) throws -> [String] {
        #expect(answer.status == 200)
        return try #require(try answer.json["recoveryCodes"]?.arrayValue).compactMap(\.stringValue)
    }

    /// Adds a second factor with the code at a time, and returns its app and the recovery codes.
    private static func add(
        _ server: TestServer, _ jar: String, at time: Double = now
    ) async throws -> (AuthenticatorApp, [String]) {
        let state = try await state(server, jar)
        #expect(state["hasSecondFactor"] == false)
        let app = try AuthenticatorApp(try #require(state["address"]?.stringValue))
        let secret = try #require(state["secret"])
        return (app, try codes(try await post(server, jar, app.code(at: time), ["secret": secret])))
    }

    @Test func aPersonAddsRenewsAndRemovesOne() async throws {
        try await Guarded.serve { server in
            let (jar, other) = (try await server.cookies(), try await server.cookies())
            let time = Self.now
            let (app, first) = try await Self.add(server, jar, at: time)
            #expect(first.count == 10 && Set(first).count == 10)
            #expect(try await Self.state(server, other) == ["hasSecondFactor": true, "recoveryCodes": 10])
            #expect(try await server.http.get("/note", ["Cookie": other]).status == 200)
            #expect(try await server.signIn().json["code"] == "code-needed")
            // The code that was the proof counts no second time.
            let used = try await Self.post(server, jar, app.code(at: time), ["remove": true])
            #expect(try used.json["code"] == "code-wrong")
            let second = try Self.codes(try await Self.post(server, jar, first[0]))
            #expect(Set(second).isDisjoint(with: first))
            #expect(try await Self.post(server, jar, first[1], ["remove": true]).status == 401)
            #expect(try Self.codes(try await Self.post(server, jar, second[0], ["remove": true])) == [])
            #expect(try await server.signIn().status == 200)
            let events = try await Database.run(
                "SELECT Event, Who, Via FROM Audit WHERE Event LIKE '%factor%' OR Event LIKE '%codes%'",
                at: server.accessPath)
            #expect(
                events == """
                    second factor added|ada|session
                    recovery codes renewed|ada|session
                    second factor removed|ada|session

                    """)
        }
    }

    @Test func theFormNeedsNoScript() async throws {
        try await Guarded.serve { server in
            let jar = try await server.cookies()
            let page = try await server.http.get(Self.path, ["Cookie": jar, "Accept": "text/html"])
            #expect(page.status == 200 && page.text.contains("<svg ") && !page.text.contains("<script"))
            #expect(page.headers["cache-control"] == "no-store")
            let secret = try #require(page.text.firstMatch(of: /name="secret" value="([A-Z2-7]{32})"/)?.output.1)
            let app = try AuthenticatorApp("otpauth://totp/x?secret=\(secret)")
            func post(_ form: String) async throws -> HTTPAnswer {
                try await server.http.send(
                    "POST", Self.path, Self.headers(jar, server, isForm: true), body: Array(form.utf8))
            }
            let password = "password=correct+horse+battery"
            let wrong = try await post("secret=\(secret)&\(password)&code=\(app.wrongCode(at: Self.now))")
            #expect(wrong.status == 401 && wrong.text.contains("The code is wrong"))
            #expect(wrong.text.contains("value=\"\(secret)\"") && !wrong.text.contains("correct"))
            let added = try await post("secret=\(secret)&\(password)&code=\(app.code(at: Self.now))")
            #expect(added.status == 200 && added.headers["cache-control"] == "no-store")
            let codes = added.text.matches(of: /[a-z2-7]{4}(-[a-z2-7]{4}){3}/).map { String($0.output.0) }
            #expect(codes.count == 10 && !added.text.contains(secret))
            let present = try await server.http.get(Self.path, ["Cookie": jar, "Accept": "text/html"])
            #expect(present.text.contains("10 recovery codes are left") && !present.text.contains(secret))
            let removed = try await post("remove=1&\(password)&code=\(codes[4])")
            #expect(removed.status == 200 && removed.text.contains("The second factor is removed."))
        }
    }

    @Test func nobodyElseChangesIt() async throws {
        try await Guarded.serve { server in
            let jar = try await server.cookies()
            #expect(try await server.http.get(Self.path).status == 401)
            #expect(try await server.http.post(Self.path, [:]).status == 401)
            let key = ["Authorization": "Bearer \(try await server.key(["reader"], person: "ada"))"]
            #expect(try await server.http.get(Self.path, key).status == 403)
            var foreign = Self.headers(jar, server)
            foreign["Origin"] = "https://evil.test"
            #expect(try await server.http.post(Self.path, [:], foreign).status == 403)
            let insecure = ["Cookie": jar, "Host": "desk.example.org", "Accept": "application/json"]
            #expect(try await server.http.get(Self.path, insecure).status != 200)
            try await server.add("bob", roles: ["admin"])
            let admin = try await server.cookies("bob")
            let look = try await server.http.post("/-/look-as", ["name": "ada"], Self.headers(admin, server))
            #expect(look.status == 204)
            #expect(try await server.http.get(Self.path, ["Cookie": admin]).status == 403)
        }
    }

    @Test func aWrongPasswordOrCodeChangesNothing() async throws {
        try await Guarded.serve { server in
            let jar = try await server.cookies()
            let state = try await Self.state(server, jar)
            let secret = try #require(state["secret"])
            let app = try AuthenticatorApp(try #require(state["address"]?.stringValue))
            let code = app.code(at: Self.now)
            let wrong = try await Self.post(server, jar, code, password: "wrong horse battery", ["secret": secret])
            #expect(try wrong.status == 422 && wrong.json["fields"]?["password"] != nil)
            for code in ["", app.wrongCode(at: Self.now)] {
                #expect(try await Self.post(server, jar, code, ["secret": secret]).json["code"] == "code-wrong")
            }
            #expect(try await Self.post(server, jar, String(repeating: "1", count: 101)).status == 422)
            #expect(try await Self.post(server, jar, code).json["fields"]?["code"] != nil)  // nothing to renew
            #expect(try await server.signIn().status == 200)
            var statuses: [Int] = []
            await server.stopTheClock()
            for _ in 0..<8 {
                statuses.append(
                    try await Self.post(server, jar, app.wrongCode(at: Self.now), ["secret": secret]).status)
            }
            #expect(statuses.contains(429), "\(statuses)")
        }
    }

    @Test(arguments: ["ABC", "abcdefghijklmnopqrstuvwxyz234567", "", String(repeating: "A", count: 10_000)])
    func anotherTextIsNoSecret(text: String) async throws {
        try await Guarded.serve { server in
            let answer = try await Self.post(server, try await server.cookies(), "123456", ["secret": .string(text)])
            #expect(try answer.status == 422 && answer.json["fields"]?["secret"] != nil)
            #expect(try await server.signIn().status == 200)
        }
    }

    /// Two tabs have shown a secret each.
    @Test func aPersonHasOneSecondFactor() async throws {
        try await Guarded.serve { server in
            let jar = try await server.cookies()
            let later = try await Self.state(server, jar)
            let (_, codes) = try await Self.add(server, jar)
            let app = try AuthenticatorApp(try #require(later["address"]?.stringValue))
            let again = try await Self.post(
                server, jar, app.code(at: Self.now), ["secret": try #require(later["secret"])])
            #expect(try again.status == 422 && again.json["fields"]?["code"] != nil)
            #expect(try await Self.post(server, jar, codes[2], ["remove": true]).status == 200)
        }
    }

    @Test func peopleOfTheServedDatabaseHaveNone() async throws {
        try await Guarded.serve(ServedPeopleTests.sql, { $0.people = ServedPeopleTests.people }) { server in
            let answer = try await server.signIn("ada@example.org", Guarded.password)
            #expect(try answer.json["principal"]?["changesPassword"] == nil)
            let page = try await server.http.get(Self.path, ["Cookie": answer.jar, "Accept": "text/html"])
            #expect(page.status == 403 && !page.text.contains("<form"))
            #expect(try await Self.state(server, answer.jar)["code"] == "password-elsewhere")
        }
    }

    @Test func aPrincipalTellsWhoMayChangeThePassword() async throws {
        try await Guarded.serve { server in
            let answer = try await server.signIn()
            let asked = try await server.http.get(
                "/-/sign-in", ["Cookie": answer.jar, "Accept": "application/json"])
            #expect(try asked.json["principal"]?["changesPassword"] == true)
            let key = "Bearer \(try await server.key(["reader"], person: "ada"))"
            let program = try await server.http.get(
                "/-/sign-in", ["Authorization": key, "Accept": "application/json"])
            #expect(try program.json["principal"]?["changesPassword"] == nil)
        }
    }
}
