import Access
import JSON
import Serving
import TestSupport
import Testing

/// Signing in and out with a form, JSON and keys.
@Suite(.timeLimit(.minutes(5))) struct SignInTests {
    @Test func nobodyGetsAnything() async throws {
        try await Guarded.serve { server in
            for target in ["/note", "/", "/note/1", "/none", "/note:csv", "/-/inspect", "/note/1/text"] {
                let answer = try await server.http.get(target)
                #expect([401, 403].contains(answer.status), "\(target): \(answer.status)")
                #expect(!answer.text.contains("two"))
            }
            let refused = try await server.http.get("/note")
            #expect(try refused.json["code"] == "sign-in")
            #expect(refused.headers["www-authenticate"] == "Bearer realm=\"oriel\"")
            #expect(try await server.http.post("/note:insert", ["text": "x"]).status == 401)
            #expect(try await server.http.send("PUT", "/note/1:image", body: [1]).status == 401)
            #expect(try await server.database.run("SELECT count(*) FROM note") == "2\n")
            #expect(try await server.http.get("/-/health").status == 200)
        }
    }

    @Test func aPageShowsTheFormAndLeadsBack() async throws {
        try await Guarded.serve { server in
            let page = try await server.http.get("/note?sort=-text", ["Accept": "text/html,*/*;q=0.8"])
            #expect(page.status == 401)
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.headers["content-security-policy"]?.contains("form-action 'self'") == true)
            #expect(page.text.contains("name=\"next\" value=\"/note?sort=-text\""))
            #expect(!page.text.contains("<script"))
            let form = "name=ada&password=correct+horse+battery&next=%2Fnote%3Fsort%3D-text"
            let headers = [
                "Content-Type": "application/x-www-form-urlencoded", "Origin": "http://127.0.0.1:\(server.port)",
            ]
            let answer = try await server.http.send("POST", "/-/sign-in", headers, body: Array(form.utf8))
            #expect(answer.status == 303)
            #expect(answer.headers["location"] == "/note?sort=-text")
            let wrong = try await server.http.send(
                "POST", "/-/sign-in", headers, body: Array("name=%3Cada%3E&password=x&next=%2Fnote".utf8))
            #expect(wrong.status == 401)
            #expect(wrong.text.contains("The name or the password is wrong.") && wrong.text.contains("&lt;ada&gt;"))
            #expect(wrong.cookies.isEmpty && !wrong.text.contains(" checked"))
            let staying = try await server.http.send(
                "POST", "/-/sign-in", headers, body: Array("name=ada&password=x&stay=on".utf8))
            #expect(staying.text.contains("name=\"stay\" checked"))
        }
    }

    @Test func whoHasASessionIsToldHowToEndItAndHowToChangeThePassword() async throws {
        try await Guarded.serve { server in
            let jar = try await server.signIn().jar
            let paths = try await server.http.get("/-/openapi.json", ["Cookie": jar]).json["paths"]
            #expect(paths?["/-/sign-out"]?["post"]?["responses"]?["204"] != nil)
            let password = paths?["/-/password"]?["post"]?["requestBody"]?["content"]?["application/json"]?["schema"]
            #expect(password?["required"] == ["current", "password"])
            #expect(try await server.http.get("/-/openapi.json").status == 401)
        }
    }

    @Test func aSessionHasANewTokenAtEachSignInAndEndsTheOneBefore() async throws {
        try await Guarded.serve { server in
            let first = try await server.signIn()
            let cookie = try #require(first.cookies["oriel"])
            #expect(cookie.contains("; Path=/; HttpOnly; SameSite=Lax") && !cookie.contains("Max-Age"))
            #expect(try first.json["principal"]?["roles"] == ["reader"])
            let document = try await server.http.get("/note", ["Cookie": first.jar])
            #expect(document.status == 200)
            #expect(document.headers["cache-control"] == "private, no-cache")
            let second = try await server.signIn(cookie: first.jar, stay: true)
            #expect(second.cookies["oriel"]?.contains("Max-Age=2592000") == true)
            #expect(second.jar != first.jar)
            #expect(try await server.http.get("/note", ["Cookie": first.jar]).status == 401)
            #expect(try await server.http.get("/note", ["Cookie": second.jar]).status == 200)
            let stored = try await server.database.run(
                "ATTACH '\(await server.accessPath)' AS a; SELECT * FROM a.Session")
            let token = second.cookies["oriel"].map { String($0.prefix(64)) } ?? ""
            #expect(token.count == 64 && !stored.contains(token))
        }
    }

    @Test func theFileIsItsOwnersAlone() async throws {
        try await Guarded.serve { server in
            let path = await server.accessPath
            let modes = try await blocking { try Shell.run("stat", ["-c", "%a", path, path + "-wal", path + "-shm"]) }
            #expect(modes == "600\n600\n600\n")
        }
    }

    /// Case 37: the old cookie after sign-out, and a cookie that was planted before the sign-in.
    @Test func anOldOrPlantedCookieIsNoSession() async throws {
        try await Guarded.serve { server in
            let planted = String(repeating: "a", count: 64)
            let answer = try await server.signIn(cookie: "oriel=\(planted); oriel-browser=\(planted)")
            #expect(!answer.jar.contains(planted))
            #expect(try await server.http.get("/note", ["Cookie": "oriel=\(planted)"]).status == 401)
            #expect(try await server.http.get("/note", ["Cookie": "\(answer.jar); oriel=\(planted)"]).status == 401)
            let origin = ["Cookie": answer.jar, "Origin": "http://127.0.0.1:\(server.port)"]
            let digest = try await server.http.get("/note", ["Cookie": answer.jar]).tag ?? ""
            let bare = try await server.http.post("/-/sign-out", [:], ["Cookie": answer.jar])
            #expect(bare.status == 403 && bare.text.contains("Origin"))
            #expect(try await server.http.get("/note", ["Cookie": answer.jar]).status == 200)
            let out = try await server.http.send("POST", "/-/sign-out", origin, body: [])
            #expect(out.status == 204)
            #expect(out.cookies["oriel"]?.contains("Max-Age=0") == true)
            for headers in [["Cookie": answer.jar], ["Cookie": answer.jar, "If-None-Match": "\"\(digest)\""]] {
                #expect(try await server.http.get("/note", headers).status == 401)
            }
            #expect(try await server.http.get("/note?since=\(digest)", ["Cookie": answer.jar]).status == 401)
        }
    }

    /// Case 41: a page of another origin makes a browser send the cookie.
    @Test(arguments: [
        (["Origin": "https://evil.example"], 403), (["Origin": "null"], 403), (["Sec-Fetch-Site": "cross-site"], 403),
        (["Sec-Fetch-Site": "same-site"], 403), ([:], 401),
        (["Sec-Fetch-Site": "none", "Content-Type": "text/plain"], 403),
        (["Sec-Fetch-Site": "same-origin"], 200),
    ]) func aCookieChangesNothingForAPageOfAnotherOrigin(headers: [String: String], status: Int) async throws {
        try await Guarded.serve { server in
            let cookies = try await server.cookies()
            let all = headers.merging(["Cookie": cookies]) { first, _ in first }
            #expect(try await server.http.post("/note:insert", ["text": "three"], all).status == status)
            let count = try await server.database.run("SELECT count(*) FROM note")
            #expect(count == (status == 200 ? "3\n" : "2\n"))
            guard status == 403 else { return }
            let signIn: JSON = ["name": "ada", "password": .string(Guarded.password)]
            #expect(try await server.http.post("/-/sign-in", signIn, headers).status == 403)
            #expect(try await server.http.post("/-/sign-out", [:], all).status == 403)
            #expect(try await server.http.get("/note", ["Cookie": cookies]).status == 200)
            guard headers["Content-Type"] == nil else { return }
            await #expect(throws: ClientError.self) {
                _ = try await SocketClient(port: server.port, cookie: cookies, headers: headers)
            }
        }
    }

    /// Case 43: whether a name exists, or is disabled, is not told.
    @Test func aNameThatExistsIsAnsweredLikeOneThatDoesNot() async throws {
        try await Guarded.serve { server in
            try await server.add("disabled")
            try await server.access?.setActive(false, of: "disabled")
            var answers: Set<String> = []
            for (name, password) in [
                ("ada", "wrong horse battery"), ("nobody", "wrong horse battery"), ("disabled", Guarded.password),
                ("disabled", "wrong horse battery"),
            ] {
                let answer = try await server.signIn(name, password)
                let headers = answer.headers.filter { !["date", "x-request-id"].contains($0.key) }
                answers.insert("\(answer.status) \(answer.text) \(headers.sorted { $0.key < $1.key })")
            }
            #expect(answers.count == 1)
            #expect(answers.first?.hasPrefix("401") == true)
        }
    }

    /// Case 44: passwords that are too long, or contain a NUL.
    @Test func anImpossiblePasswordIsRefusedBeforeItIsHashed() async throws {
        try await Guarded.serve { server in
            for password in [String(repeating: "x", count: 257), "correct horse\0battery"] {
                let answer = try await server.signIn("ada", password)
                #expect(answer.status == 422)
            }
            #expect(try await server.signIn("ada", String(repeating: "x", count: 100_000)).status == 413)
            #expect(try await server.signIn("", "x").status == 422)
            #expect(
                try await server.database.run(
                    "ATTACH '\(await server.accessPath)' AS a; SELECT count(*) FROM a.Failure") == "0\n")
        }
    }

    /// Case 48: an address that leads to another server.
    @Test(arguments: [
        "//evil.example", "/\\evil.example", "https:evil.example", "https://evil.example", "/\t/evil.example", "",
        "javascript:alert(1)", "/ok\r\nSet-Cookie: a=b", "/-/sign-out",
    ]) func theFormLeadsNowhereElse(next: String) async throws {
        try await Guarded.serve { server in
            let allowed = Set("abcdefghijklmnopqrstuvwxyz")
            let encoded = next.utf8.map { byte in
                let scalar = Character(Unicode.Scalar(byte))
                let hex = String(byte, radix: 16)
                return allowed.contains(scalar) ? String(scalar) : "%" + (hex.count == 1 ? "0" + hex : hex)
            }.joined()
            let answer = try await server.http.send(
                "POST", "/-/sign-in",
                ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"],
                body: Array("name=ada&password=correct+horse+battery&next=\(encoded)".utf8))
            #expect(answer.status == 303)
            #expect(answer.headers["location"] == "/")
        }
    }

    @Test func overPlainHttpNoOtherHostSignsIn() async throws {
        try await Guarded.serve("", { $0.origins = ["https://desk.example"] }) { server in
            let body: JSON = ["name": "ada", "password": .string(Guarded.password)]
            let plain = try await server.http.post("/-/sign-in", body, ["Host": "192.0.2.7"])
            #expect(plain.status == 403)
            #expect(try plain.json["code"] == "insecure")
            let secure = try await server.http.post(
                "/-/sign-in", body, ["Host": "desk.example", "Origin": "https://desk.example"])
            #expect(secure.cookies["__Host-oriel"]?.contains("; Path=/; HttpOnly; SameSite=Lax; Secure") == true)
            #expect(try await server.http.get("/note", ["Host": "desk.example", "Cookie": secure.jar]).status == 200)
            #expect(try await server.http.get("/note", ["Cookie": secure.jar]).status == 401)
        }
    }

    /// The password is not asked for where it would be refused.
    @Test func overPlainHttpAPageAsksForNoPassword() async throws {
        try await Guarded.serve { server in
            let headers = ["Host": "192.0.2.7", "Accept": "text/html"]
            for target in ["/-/sign-in", "/note", "/-/browser?link=x"] {
                let page = try await server.http.get(target, headers)
                #expect(page.status == 403 && page.text.contains("https is needed"), "\(target)")
                #expect(!page.text.contains("<form") && !page.text.contains("<input"), "\(target)")
            }
            let form = ["Host": "192.0.2.7", "Content-Type": "application/x-www-form-urlencoded"]
            let sent = try await server.http.send("POST", "/-/sign-in", form, body: Array("name=ada&password=x".utf8))
            #expect(sent.status == 403 && sent.headers["content-type"] == "text/html; charset=utf-8")
            #expect(try await server.http.get("/note", ["Host": "192.0.2.7"]).status == 401)
        }
    }

    @Test(arguments: ["/note:insert", "/-/password", "/-/look-as"])
    func aCookieThatDoesNotCountIsExplained(path: String) async throws {
        try await Guarded.serve { server in
            let cookies = try await server.cookies()
            let bare = try await server.http.post(path, ["text": "x"], ["Cookie": cookies])
            #expect(bare.status == 401 && bare.text.contains("A cookie does not count without the header Origin."))
            let nobody = try await server.http.post(path, ["text": "x"])
            #expect(nobody.status == 401 && nobody.text.contains("Sign in at /-/sign-in, or send a key."))
        }
    }

    @Test func anOldHashIsReplacedAtTheNextSignIn() async throws {
        let old = "$2b$04$fnQSViP5Fr/PQN3VyCxgLenOmESixCOtPekqZD2R0Fmo5nWQfLfa2"
        try await Guarded.serve { server in
            let access = try SQLShell(await server.accessPath)
            try await access.run("UPDATE Person SET Password = '\(old)'")
            #expect(try await server.signIn().status == 200)
            let path = await server.accessPath
            let now = try await Database.run("SELECT Password FROM Person", at: path)
            #expect(now.hasPrefix("$y$"))
            #expect(try await server.signIn().status == 200)
        }
    }
}
