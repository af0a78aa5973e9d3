import Access
import Foundation
import JSON
import Outbound
import Scenes
import Serving
import TestSupport
import Testing

/// Signing in at a service, by OpenID Connect.
@Suite(.timeLimit(.minutes(5))) struct LoginServiceTests {
    @Test func aPersonIsCreatedAtTheFirstSignIn() async throws {
        let change: @Sendable (inout LoginService) -> Void = {
            ($0.create, $0.roles, $0.map) = (true, "groups", ["ops": "reader", "boss": "admin"])
        }
        try await ServedDesk.serve(change) { desk in
            let beginning = try await desk.begin(next: "/note%3Fsort=-text")
            #expect(beginning.location.contains("client_id=desk&") && !beginning.location.contains("secret"))
            #expect(beginning.location.contains("scope=email%20openid%20profile"))
            let target = try await desk.service.approve(beginning.location)
            let answer = try await desk.finish(target, beginning.cookie)
            #expect(answer.status == 303 && answer.headers["location"] == "/note?sort=-text")
            #expect(answer.cookies["oriel"]?.contains("HttpOnly; SameSite=Lax") == true)
            #expect(answer.cookies["oriel-passage"]?.contains("Max-Age=0") == true)
            let cookies = answer.jar
            let who = try await desk.server.http.get(
                "/-/sign-in", ["Cookie": cookies, "Accept": "application/json"])
            #expect(
                try who.json["principal"] == [
                    "kind": "person", "id": "2", "name": "eve@desk.test", "roles": ["reader"],
                ])
            #expect(try await desk.server.http.get("/note", ["Cookie": cookies]).status == 200)
            await desk.set { $0.claims = ["email": "other@desk.test", "groups": "boss ops"] }
            let again = try await desk.signIn()
            let same = try await desk.server.http.get(
                "/-/sign-in", ["Cookie": again.jar, "Accept": "application/json"])
            #expect(try same.json["principal"]?["id"] == "2")
            #expect(try same.json["principal"]?["roles"] == ["admin", "reader"])
            let audit = try await desk.access("SELECT Event, Who, Via, Detail FROM Audit WHERE Via LIKE 'service%'")
            #expect(
                audit.split(separator: "\n").map(String.init) == [
                    "person added|eve@desk.test|service desk|", "account linked|eve@desk.test|service desk|7",
                    "roles changed|eve@desk.test|service desk|reader", "sign-in|eve@desk.test|service desk|",
                    "roles changed|eve@desk.test|service desk|admin reader", "sign-in|eve@desk.test|service desk|",
                ])
            // The person has no password, and a guess is answered as for anybody else.
            for password in ["", "correct horse battery"] {
                #expect(try await desk.server.signIn("eve@desk.test", password).status == 401)
            }
        }
    }

    @Test func overPlainHttpNobodyIsLedToTheService() async throws {
        try await ServedDesk.serve { desk in
            let headers = ["Host": "192.0.2.7", "Accept": "text/html"]
            let page = try await desk.server.http.get("/-/sign-in/desk", headers)
            #expect(page.status == 403 && page.text.contains("https is needed") && page.cookies.isEmpty)
            let answer = try await desk.server.http.get(
                "/-/sign-in/desk", ["Host": "192.0.2.7", "Accept": "application/json"])
            #expect(try answer.json["code"] == "insecure")
        }
    }

    @Test func theFormLeadsToTheService() async throws {
        try await ServedDesk.serve { desk in
            let page = try await desk.server.http.get("/note?sort=-text", ["Accept": "text/html"])
            let link = "<a href=\"/-/sign-in/desk?next=/note%3Fsort=-text\">Sign in at &lt;the desk&gt;</a>"
            #expect(page.text.contains(link))
            let answer = try await desk.server.http.get("/-/sign-in", ["Accept": "application/json"])
            #expect(
                try answer.json["services"] == [["title": "Sign in at <the desk>", "href": "/-/sign-in/desk"]])
            let beginning = try await desk.server.http.get("/-/sign-in/desk?next=//evil.example")
            let cookie = beginning.cookies["oriel-passage"] ?? ""
            #expect(cookie.contains("HttpOnly; SameSite=Lax; Max-Age=600"))
            for target in ["/-/sign-in/none", "/-/sign-in/desk/other", "/-/sign-in/", "/-/sign-in/desk/back/"] {
                #expect(try await desk.server.http.get(target).status == 404)
            }
            for method in ["POST", "HEAD", "PUT"] {
                #expect(try await desk.server.http.send(method, "/-/sign-in/desk").status == 405)
            }
            let image = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"]
            #expect(try await desk.server.http.get("/-/sign-in/desk", image).status == 403)
        }
    }

    /// Case 48: a path that leads to another server, also in a cookie that the browser has changed.
    @Test(arguments: ["//evil.example", "/%5Cevil.example", "https:evil.example", "/-/sign-out"])
    func aSignInLeadsNowhereElse(next: String) async throws {
        try await ServedDesk.serve(ServedDesk.creating) { desk in
            let answer = try await desk.signIn(next: next)
            #expect(answer.headers["location"] == "/")
        }
    }

    @Test func anUnknownAccountBelongsToNobody() async throws {
        try await ServedDesk.serve { desk in
            let unknown = try await desk.signIn()
            #expect(unknown.status == 403)
            #expect(try unknown.json["code"] == "no-account")
            #expect(unknown.cookies["oriel"] == nil)
            try await desk.server.add("bob")
            try await desk.server.access?.link(
                issuer: await desk.service.issuer, subject: "7", to: "bob", isRemoved: false)
            let known = try await desk.signIn()
            #expect(known.status == 303)
            try await desk.server.access?.setActive(false, of: "bob")
            let disabled = try await desk.signIn()
            #expect(disabled.status == 403 && disabled.text == unknown.text)
            #expect(try await desk.server.http.get("/note", ["Cookie": known.jar]).status == 401)
            try await desk.server.access?.setActive(true, of: "bob")
            let open = try await desk.signIn()
            try await desk.server.access?.link(
                issuer: await desk.service.issuer, subject: "7", to: "bob", isRemoved: true)
            #expect(try await desk.server.http.get("/note", ["Cookie": open.jar]).status == 401)
            #expect(try await desk.signIn().status == 403)
            #expect(try await desk.server.signIn("bob").status == 200)
        }
    }

    @Test func aNameThatExistsIsNotGivenToAnotherAccount() async throws {
        try await ServedDesk.serve(ServedDesk.naming) { desk in
            await desk.set { $0.claims = ["nickname": "ADA"] }
            #expect(try await desk.signIn().json["code"] == "no-account")
            await desk.set { $0.claims = [:] }
            #expect(try await desk.signIn().json["code"] == "no-account")
            let counts = try await desk.access("SELECT count(*) FROM Person; SELECT count(*) FROM Account")
            #expect(counts == "1\n0\n")
        }
    }

    /// Case 47: the address of somebody else, which the service has not verified.
    @Test(arguments: [false, "true", .null, 1] as [JSON])
    func aMailAddressThatIsNotVerifiedLinksNobody(verified: JSON) async throws {
        try await ServedDesk.serve(ServedDesk.linkingOrCreating) { desk in
            try await desk.server.add("eve@desk.test")
            await desk.set { $0.claims = ["email_verified": verified] }
            #expect(try await desk.signIn().json["code"] == "no-account")
            #expect(try await desk.access("SELECT count(*) FROM Person; SELECT count(*) FROM Account") == "2\n0\n")
            #expect(try await desk.server.signIn("eve@desk.test").status == 200)
        }
    }

    /// Case 47: an attacker who had the account before loses everything when its owner comes.
    @Test func aLinkByMailEndsWhatWasThereBefore() async throws {
        try await ServedDesk.serve(ServedDesk.linking) { desk in
            try await desk.server.add("Eve@desk.test", roles: ["reader"])
            let cookies = try await desk.server.cookies("Eve@desk.test")
            let key = try await desk.server.key(["reader"], person: "Eve@desk.test")
            _ = try await desk.server.access?.addSecondFactor(to: "Eve@desk.test", server: "x")
            try await desk.server.access?.link(
                issuer: "https://other.test", subject: "attacker", to: "Eve@desk.test", isRemoved: false)
            let socket = try await SocketClient(
                port: desk.server.port, headers: ["Cookie": cookies, "Sec-Fetch-Site": "same-origin"])
            #expect(try await socket.open("/note")["type"] == "snapshot")
            let answer = try await desk.signIn()
            #expect(answer.status == 303)
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 4401)
            #expect(try await desk.server.http.get("/note", ["Cookie": answer.jar]).status == 200)
            #expect(try await desk.server.http.get("/note", ["Cookie": cookies]).status == 401)
            #expect(try await desk.server.http.get("/note", ["Authorization": "Bearer \(key)"]).status == 401)
            #expect(try await desk.server.signIn("Eve@desk.test").status == 401)
            #expect(try await desk.access("SELECT Subject FROM Account; SELECT count(*) FROM Factor") == "7\n0\n")
            // The address belongs to another account at the service now: no one is linked.
            await desk.set { $0.claims = ["sub": "8"] }
            #expect(try await desk.signIn().json["code"] == "no-account")
            #expect(try await desk.access("SELECT Subject FROM Account") == "7\n")
        }
    }

    @Test func aPersonWhoComesByAServiceNeedsNoCodeHere() async throws {
        try await ServedDesk.serve { desk in
            _ = try await desk.server.access?.addSecondFactor(to: "ada", server: "x")
            try await desk.server.access?.link(
                issuer: await desk.service.issuer, subject: "7", to: "ada", isRemoved: false)
            #expect(try await desk.signIn().status == 303)
            #expect(try await desk.server.signIn().json["code"] == "code-needed")
        }
    }

    @Test func newKeysOfTheServiceAreRead() async throws {
        let keys = try [SigningKey("one"), SigningKey("two", isRSA: true)]
        try await ServedDesk.serve(keys: [keys[0]], ServedDesk.creating) { desk in
            let first = try await desk.signIn()
            #expect(first.status == 303)
            await desk.set { $0.keys = [keys[1]] }
            // They are not read for each unknown name of a key.
            #expect(try await desk.signIn().json["code"] == "sign-in-refused")
            let count = await desk.service.requests.count { $0 == "/keys" }
            #expect(count == 1)
            let now = Date().timeIntervalSince1970
            await desk.server.setClock(to: now + 61)
            #expect(try await desk.signIn().status == 303)
            #expect(try await desk.signIn().status == 303)
            let later = await desk.service.requests
            #expect(later.count { $0 == "/keys" } == 2)
            #expect(later.count { $0 == "/.well-known/openid-configuration" } == 1)
        }
    }

    @Test func aSecretIsSentInTheFormToAServiceThatTakesItThere() async throws {
        try await ServedDesk.serve(ServedDesk.creating) { desk in
            await desk.set { $0.metadata = ["token_endpoint_auth_methods_supported": ["client_secret_post"]] }
            let answer = try await desk.signIn()
            #expect(answer.status == 303)
        }
    }

    @Test(arguments: [
        "http://login.example.com", "https://login.example.com?x=1", "ftp://127.0.0.1", "https://user@login.example",
        "login.example.com", "https://login.example.com/#x", "http://127.0.0.1.evil.example", "",
    ])
    func anIssuerWithoutHttpsIsRefused(issuer: String) async throws {
        let folder = try TemporaryFolder()
        let service = LoginService(name: "desk", issuer: issuer, client: "desk")
        let error = await #expect(throws: AccessError.self) {
            try await Access(path: folder.path + "/access.sqlite", services: [service])
        }
        #expect("\(String(describing: error))".contains("no address with https"))
        withExtendedLifetime(folder) {}
    }
}

extension TestServer {
    /// Sets the clock of the database of access.
    func setClock(to time: Double) { access?.now = { time } }
}
