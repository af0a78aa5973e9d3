import Access
import Foundation
import JSON
import TestSupport
import Testing

/// The second step of a sign-in, as a browser without script and a program take it.
@Suite(.timeLimit(.minutes(5))) struct SecondFactorEndToEndTests {
    private static func serve(
        _ body: @Sendable (TestServer, AuthenticatorApp, _ recovery: [String]) async throws -> Void
    ) async throws {
        try await Guarded.serve { server in
            let factor = try #require(try await server.access?.addSecondFactor(to: "ada", server: "Oriel"))
            try await body(server, try AuthenticatorApp(factor.address), factor.recoveryCodes)
        }
    }

    private static var now: Double { Date().timeIntervalSince1970 }

    private static func post(_ form: String, to server: TestServer, cookie: String = "") async throws -> HTTPAnswer {
        var headers = [
            "Content-Type": "application/x-www-form-urlencoded", "Origin": "http://127.0.0.1:\(server.port)",
        ]
        if !cookie.isEmpty { headers["Cookie"] = cookie }
        return try await server.http.send("POST", "/-/sign-in", headers, body: Array(form.utf8))
    }

    @Test func aFormAsksForTheCodeOnAPageOfItsOwn() async throws {
        try await Self.serve { server, app, _ in
            let first = try await Self.post(
                "name=ada&password=correct+horse+battery&stay=on&next=%2Fnote", to: server)
            #expect(first.status == 401 && first.cookies.keys.sorted() == ["oriel-step"])
            #expect(first.cookies["oriel-step"]?.contains("HttpOnly; SameSite=Lax; Max-Age=300") == true)
            #expect(first.text.contains("autocomplete=\"one-time-code\"") && first.text.contains("value=\"/note\""))
            let token = String(first.jar.dropFirst("oriel-step=".count))
            #expect(token.utf8.count == 64)
            for secret in [token, Guarded.password, "type=\"password\"", "<script"] {
                #expect(!first.text.contains(secret))
            }
            let wrong = try await Self.post(
                "code=\(app.wrongCode(at: Self.now))&next=%2Fnote", to: server, cookie: first.jar)
            #expect(wrong.status == 401 && wrong.text.contains("one-time-code") && wrong.cookies.isEmpty)
            #expect(wrong.text.contains("The code is wrong, or was used already."))
            let second = try await Self.post(
                "code=\(app.code(at: Self.now))&next=%2Fnote", to: server, cookie: first.jar)
            #expect(second.status == 303 && second.headers["location"] == "/note")
            #expect(second.cookies["oriel"]?.contains("Max-Age=2592000") == true)
            #expect(second.cookies["oriel-step"]?.contains("Max-Age=0") == true)
            #expect(try await server.http.get("/note", ["Cookie": second.jar]).status == 200)
            let again = try await Self.post(
                "code=\(app.code(at: Self.now + 30))&next=%2Fnote", to: server, cookie: first.jar)
            #expect(again.status == 401 && again.text.contains("type=\"password\""))
            #expect(again.text.contains("The code came too late."))
        }
    }

    @Test func aProgramSendsTheCodeAtOnceOrLater() async throws {
        try await Self.serve { server, app, recovery in
            let origin = ["Origin": "http://127.0.0.1:\(server.port)"]
            let asked = try await server.signIn()
            #expect(asked.status == 401)
            #expect(try asked.json["code"] == "code-needed")
            let code = app.code(at: Self.now)
            let cookie = origin.merging(["Cookie": asked.jar]) { $1 }
            let signedIn = try await server.http.post("/-/sign-in", ["code": .string(code)], cookie)
            #expect(try signedIn.json["principal"]?["name"] == "ada")
            let used: JSON = ["name": "ada", "password": .string(Guarded.password), "code": .string(code)]
            let refused = try await server.http.post("/-/sign-in", used, origin)
            #expect(refused.status == 401)
            #expect(try refused.json["code"] == "code-wrong")
            #expect(refused.cookies.isEmpty && !refused.text.contains(code))
            let saved: JSON = ["name": "ada", "password": .string(Guarded.password), "code": .string(recovery[3])]
            #expect(try await server.http.post("/-/sign-in", saved, origin).status == 200)
            #expect(try await server.http.post("/-/sign-in", saved, origin).status == 401)
            let planted = origin.merging(["Cookie": "oriel-step=\(String(repeating: "a", count: 64))"]) { $1 }
            let late = try await server.http.post("/-/sign-in", ["code": .string(recovery[4])], planted)
            #expect(late.status == 401)
            #expect(try late.json["code"] == "sign-in")
        }
    }

    /// Whether a person has a second factor is not told before the password is right.
    @Test func aWrongPasswordIsAnsweredAsForAnybodyElse() async throws {
        try await Self.serve { server, app, _ in
            try await server.add("bob")
            var answers: Set<String> = []
            for (name, code) in [("ada", ""), ("ada", app.code(at: Self.now)), ("bob", ""), ("nobody", "")] {
                let body: JSON = ["name": .string(name), "password": "wrong horse battery", "code": .string(code)]
                let answer = try await server.http.post("/-/sign-in", body)
                let headers = answer.headers.filter { !["date", "x-request-id"].contains($0.key) }
                answers.insert("\(answer.status) \(answer.text) \(headers.sorted { $0.key < $1.key })")
            }
            #expect(answers.count == 1 && answers.first?.contains("The name or the password is wrong.") == true)
        }
    }

    /// `oriel user totp`, beside two running servers.
    @Test func aCommandAddsAndRemovesAFactorWhileServersRun() async throws {
        let file = try await ServedFile(Guarded.sql)
        let users = file.database.folder + "/access.sqlite"
        try file.configure("users: \(users)\naccessLog: true\nlogLevel: debug\n")
        let password = file.database.folder + "/password"
        try Data(Guarded.password.utf8).write(to: URL(fileURLWithPath: password))
        func run(_ arguments: String...) async throws -> Program.Ending {
            try await Program.run(arguments + ["--config", file.config])
        }
        #expect(try await run("user", "add", "ada", "--password-file", password).status == 0)
        let (one, first) = try await file.serve()
        let (two, second) = try await file.serve()
        let added = try await run("user", "totp", "ada", "--issuer", "My desk")
        let lines = added.output.split(separator: "\n").map(String.init).filter { !$0.hasSuffix(":") }  // no headings
        #expect(added.status == 0 && lines.count == 11)
        #expect(lines[0].hasPrefix("otpauth://totp/My%20desk:ada?secret="))
        let again = try await run("user", "totp", "ada")
        #expect(again.status == 1 && again.errors.contains("--remove") && again.output.isEmpty)
        #expect(try await run("user", "list").output == "1\tada\t-\t0 sessions, second factor\n")
        let code = try AuthenticatorApp(lines[0]).code(at: Self.now)
        func signIn(at port: Int, _ code: String?) async throws -> HTTPAnswer {
            var body: JSONObject = ["name": "ada", "password": .string(Guarded.password)]
            body["code"] = code.map(JSON.string)
            return try await HTTPClient(port: port).post("/-/sign-in", .object(body))
        }
        let signedIn = try await signIn(at: first, code)
        #expect(signedIn.status == 200)
        #expect(try await signIn(at: second, code).json["code"] == "code-wrong")
        #expect(try await signIn(at: second, nil).json["code"] == "code-needed")
        #expect(try await signIn(at: second, lines[5]).status == 200)
        #expect(try await run("user", "totp", "ada", "--remove").status == 0)
        #expect(try await run("user", "totp", "ada", "--remove").status == 1)
        #expect(try await signIn(at: second, nil).status == 200)
        for program in [one, two] {
            try program.signal(15)
            let said = try await program.end()
            let secret = lines[0].split(separator: "=")[1].prefix { $0 != "&" }
            for text in lines.dropFirst() + [String(secret), signedIn.jar, code] {
                #expect(!said.errors.contains(text) && !said.output.contains(text))
            }
        }
        let audit = try await Database.run("SELECT * FROM Audit", at: users)
        for text in lines.dropFirst() + [code] { #expect(!audit.contains("|\(text)")) }
    }
}
