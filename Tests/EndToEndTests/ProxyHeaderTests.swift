import JSON
import Serving
import TestSupport
import Testing

/// A trusted proxy names people in headers.
@Suite(.timeLimit(.minutes(5))) struct ProxyHeaderTests {
    private func serve(
        from: [String] = ["127.0.0.1"], _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await Guarded.serve(
            "",
            { settings in
                var proxy = TrustedProxy(user: "Remote-User", from: from)
                proxy.groups = "Remote-Groups"
                proxy.secret = ("X-Proxy-Secret", "s3cret")
                proxy.roles = ["ops": "admin"]
                settings.proxy = proxy
            }, body)
    }

    @Test func theProxyNamesAPersonWithTheRolesOfItsGroups() async throws {
        try await serve { server in
            let headers = [
                "Remote-User": "bob", "Remote-Groups": "ops,admin;staff", "X-Proxy-Secret": "s3cret",
                "Accept": "application/json",
            ]
            let answer = try await server.http.get("/-/sign-in", headers)
            #expect(try answer.json["principal"]?["name"] == "bob")
            #expect(try answer.json["principal"]?["roles"] == ["admin"])
            #expect(try await server.http.get("/note", headers).status == 200)
            #expect(try await server.http.get("/note").status == 401)
            let socket = try await SocketClient(port: server.port, headers: headers)
            #expect(try await socket.open("/note")["type"] == "snapshot")
            // A browser's page of another origin makes the proxy name the person too.
            for (site, status) in [("cross-site", 403), ("same-origin", 200)] {
                let all = headers.merging(["Sec-Fetch-Site": site]) { first, _ in first }
                #expect(try await server.http.post("/note:insert", ["text": "x"], all).status == status)
            }
        }
    }

    /// Case 40: from another peer, twice, with `_` for `-`, without the secret.
    @Test func anybodyElseIsRefusedAndRecorded() async throws {
        for headers in [
            ["Remote-User": "bob"], ["Remote-User": "bob", "X-Proxy-Secret": "s3creT"],
            ["Remote-User": "bob, eve", "X-Proxy-Secret": "s3cret"], ["Remote-User": "", "X-Proxy-Secret": "s3cret"],
            ["Remote_User": "bob", "X-Proxy-Secret": "s3cret"],
            ["Remote-User": "bob", "Remote_Groups": "ops", "X-Proxy-Secret": "s3cret"],
            ["Remote-Groups": "ops", "X-Proxy-Secret": "s3cret"],
        ] {
            try await serve { server in
                let answer = try await server.http.get("/note", headers)
                #expect(answer.status == 400, "\(headers)")
                #expect(try answer.json["code"] == "untrusted-proxy")
                #expect(!answer.text.contains("s3cret"))
            }
        }
        try await serve(from: ["192.0.2.0/24"]) { server in
            let headers = ["Remote-User": "bob", "X-Proxy-Secret": "s3cret", "X-Forwarded-For": "192.0.2.7"]
            #expect(try await server.http.get("/note", headers).status == 400)
            let path = await server.accessPath
            let deadline = ContinuousClock.now + .seconds(20)
            let sql = "SELECT Network FROM Audit WHERE Event = 'proxy header refused'"
            var found = ""
            while found.isEmpty, .now < deadline {
                found = try await Database.run(sql, at: path)
            }
            #expect(found == "127.0.0.1\n")
        }
    }

    /// Case 40: with a header on two lines, another program may read the other line.
    @Test func aHeaderOnTwoLinesIsRefused() async throws {
        try await serve { server in
            for lines in [
                "Remote-User: bob\r\nRemote-User: bob", "Remote-User: bob\r\nremote-user: eve",
                "Remote-User: bob\r\nRemote-Groups: ops\r\nRemote-Groups: staff",
            ] {
                let head = "GET /note HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Proxy-Secret: s3cret\r\n\(lines)\r\n\r\n"
                let answer = try await server.http.exchange(Array(head.utf8))
                #expect(answer.status == 400, "\(lines)")
                #expect(try answer.json["code"] == "untrusted-proxy")
            }
        }
    }
}
