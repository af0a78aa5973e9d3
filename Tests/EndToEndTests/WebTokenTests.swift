import Access
import Cryptography
import Foundation
import JSON
import Scenes
import Serving
import TestSupport
import Testing

/// JSON Web Tokens of an issuer whose keys are in a file.
@Suite(.timeLimit(.minutes(5))) struct WebTokenTests {
    private static let secret = [UInt8]("a secret of more than thirty-two bytes".utf8)
    /// The RSA key of RFC 7515 (appendix A.2).
    private static let modulus =
        "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJ"
        + "PMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCg"
        + "NMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsL"
        + "A9e-KXBdQOS-UTo7WTBEMa2R2CapHg6"
        + "65xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8"
        + "q2ethFkMLs91kzk2PAcDTW9gb54h4FR"
        + "WyuXpoQ"
    private static let keys: JSON = [
        "keys": [
            ["kty": "oct", "kid": "h", "k": .string(base64URL(secret))],
            ["kty": "RSA", "kid": "r", "use": "sig", "n": .string(modulus), "e": "AQAB"],
            ["kty": "RSA", "kid": "e", "use": "enc", "n": .string(modulus), "e": "AQAB"],
        ]
    ]

    private func serve(
        map: [String: String]? = nil, _ body: @Sendable (TestServer, _ keys: String) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/keys.json"
        try Self.write(Self.keys, to: path)
        try await Guarded.serve(
            "",
            { settings in
                settings.jwt = TokenIssuer(
                    keys: path, issuer: "https://login.test", audience: "oriel", name: "email", roles: "realm.roles",
                    map: map)
            }
        ) { try await body($0, path) }
        withExtendedLifetime(folder) {}
    }

    private static func write(_ keys: JSON, to path: String) throws {
        let new = path + ".new"
        try Data(keys.bytes).write(to: URL(fileURLWithPath: new))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: new)
        guard rename(new, path) == 0 else { throw ClientError("The keys cannot be written.") }
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns a token that HMAC signs (RFC 2104) with a key of up to 64 bytes, or of its SHA-256.
    private static func token(_ claims: JSON, head: JSON = ["alg": "HS256", "kid": "h"], by key: [UInt8] = secret)
        -> String
    {
        let text = "\(base64URL(head.bytes)).\(base64URL(claims.bytes))"
        let short = key.count > 64 ? Hash.sha256.digest(of: key) : key
        let padded = short + [UInt8](repeating: 0, count: 64 - short.count)
        let inner = Hash.sha256.digest(of: padded.map { $0 ^ 0x36 } + Array(text.utf8))
        return "\(text).\(base64URL(Hash.sha256.digest(of: padded.map { $0 ^ 0x5C } + inner)))"
    }

    private static func claims(
        _ changes: JSONObject = [:], without name: String = "", for seconds: Double = 600, of subject: String = "7"
    ) -> JSON {
        var claims: JSONObject = [
            "iss": "https://login.test", "aud": ["other", "oriel"], "sub": .string(subject), "email": "eve@login.test",
            "realm": ["roles": ["reader"]], "exp": .double(Date().timeIntervalSince1970 + seconds),
        ]
        for (name, value) in changes { claims[name] = value }
        claims[name] = nil
        return .object(claims)
    }

    private static func headers(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

    @Test func aTokenNamesItsHolder() async throws {
        try await serve { server, _ in
            let headers = Self.headers(Self.token(Self.claims()))
            let answer = try await server.http.get("/-/sign-in", headers.merging(["Accept": "application/json"]) { $1 })
            #expect(
                try answer.json["principal"] == [
                    "kind": "person", "id": "jwt:7", "name": "eve@login.test", "roles": ["reader"],
                ])
            #expect(try await server.http.get("/note", headers).status == 200)
            #expect(try await server.http.post("/note:insert", ["text": "x"], headers).status == 200)
            #expect(try await server.http.post("/-/sign-out", [:], headers).status == 403)
        }
    }

    /// Case 38. All of them get the same response.
    @Test func whatIsNoValidTokenIsRefused() async throws {
        try await serve { server, _ in
            let valid = Self.token(Self.claims())
            let now = Date().timeIntervalSince1970
            var refused = [
                "without a signature": valid.prefix { $0 != "." } + ".e30.",
                "none": Self.token(Self.claims(), head: ["alg": "none"]),
                "none, with the name of a key": Self.token(Self.claims(), head: ["alg": "none", "kid": "h"]),
                "the public key as a secret": Self.token(
                    Self.claims(), head: ["alg": "HS256", "kid": "r"], by: Base64.decodeURL(Self.modulus) ?? []),
                "another algorithm than the key's": Self.token(Self.claims(), head: ["alg": "RS256", "kid": "h"]),
                "another type": Self.token(Self.claims(), head: ["alg": "HS256", "kid": "h", "typ": "logout+jwt"]),
                "a number as the name of a key": Self.token(Self.claims(), head: ["alg": "HS256", "kid": 1]),
                "an unknown key": Self.token(Self.claims(), head: ["alg": "HS256", "kid": "x"]),
                "another secret": Self.token(Self.claims(), by: Array(Self.secret.reversed())),
                "expired": Self.token(Self.claims(for: -31)),
                "too early": Self.token(Self.claims(["nbf": .double(now + 60)])),
                "an odd time": Self.token(Self.claims(["nbf": "soon"])),
                "another issuer": Self.token(Self.claims(["iss": "https://evil.test"])),
                "another audience": Self.token(Self.claims(["aud": "orie"])),
                "an odd subject": Self.token(Self.claims(["sub": "a\u{7}b"])),
                "a number as subject": Self.token(Self.claims(["sub": 7])),
                "odd roles": Self.token(Self.claims(["realm": ["roles": [1]]])),
                "1 MB": Self.token(Self.claims(["x": .string(String(repeating: "x", count: 9_000))])),
                "four parts": valid + ".x",
            ].mapValues { String($0) }
            for name in ["exp", "iss", "aud", "sub", "email"] {
                refused["without \(name)"] = Self.token(Self.claims(without: name))
            }
            for member in ["jku", "x5u", "jwk", "x5c", "crit", "b64"] {
                refused[member] = Self.token(
                    Self.claims(), head: ["alg": "HS256", "kid": "h", .init(member): "https://evil.test"])
            }
            let expected = try await server.http.get("/note", Self.headers("oriel_0_0"))
            #expect(expected.status == 401)
            for (name, token) in refused {
                let answer = try await server.http.get("/note", Self.headers(token))
                #expect(answer.status == 401 && answer.text == expected.text, "\(name)")
            }
            #expect(try await server.http.get("/note", Self.headers(valid)).status == 200)
            let path = await server.accessPath
            let audit = try await Database.run("SELECT Event FROM Audit", at: path)
            #expect(audit.contains("token refused"))
        }
    }

    /// Case 39: the end of a token reaches open connections. A newer token of the same person keeps a socket open.
    @Test func aSocketEndsWithItsToken() async throws {
        try await serve { server, _ in
            let (short, long) = (Self.token(Self.claims(for: -27)), Self.token(Self.claims()))
            let events = try await EventClient(port: server.port, "/note", headers: Self.headers(short))
            #expect(try await events.next().name == "snapshot")
            let ending = try await SocketClient(port: server.port, headers: Self.headers(short))
            let renewed = try await SocketClient(port: server.port, headers: Self.headers(short))
            for socket in [ending, renewed] { #expect(try await socket.open("/note")["type"] == "snapshot") }
            let other = Self.token(Self.claims(of: "8"))
            try await renewed.send(["type": "sign-in", "ref": 1, "token": .string(other)])
            #expect(try await renewed.next { $0["ref"] == 1 }["code"] == "signed-in")
            try await renewed.send(["type": "sign-in", "ref": 2, "token": .string(long)])
            #expect(try await renewed.next { $0["ref"] == 2 }["type"] == "signed-in")
            _ = try await ending.next { $0["type"] == "closed" }
            #expect(ending.closeCode == 4401 && ending.closeReason == "expired")
            #expect(try await events.next().data == ["code": "expired"])
            #expect(try await server.http.get("/note", Self.headers(short)).status == 401)
            try await server.database.run("INSERT INTO note VALUES (3, 'after the end')")
            _ = try await renewed.next { $0["type"] == "patch" }
        }
    }

    @Test func otherKeysEndTheTokensOfFormerOnes() async throws {
        try await serve { server, path in
            let token = Self.token(Self.claims())
            let socket = try await SocketClient(port: server.port, headers: Self.headers(token))
            #expect(try await socket.open("/note")["type"] == "snapshot")
            let broken = path + ".broken"
            try Data("{}".utf8).write(to: URL(fileURLWithPath: broken))
            #expect(rename(broken, path) == 0)
            #expect(try await server.http.get("/note", Self.headers(token)).status == 200)
            try Self.write(["kty": "oct", "k": .string(Self.base64URL([UInt8](repeating: 9, count: 32)))], to: path)
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 4401 && socket.closeReason == "revoked")
            #expect(try await server.http.get("/note", Self.headers(token)).status == 401)
            let new = Self.token(Self.claims(), head: ["alg": "HS256"], by: [UInt8](repeating: 9, count: 32))
            #expect(try await server.http.get("/note", Self.headers(new)).status == 200)
        }
    }

    @Test(arguments: [
        ("{\"keys\": []}", 0o600, "has no key that can be used"), ("nonsense", 0o600, "has no key that can be used"),
        ("{\"kty\": \"oct\", \"k\": \"c2hvcnQ\"}", 0o600, "has no key that can be used"),
        ("{\"kty\": \"oct\", \"k\": \"\(base64URL(secret))\"}", 0o644, "Others may read the secret."),
    ])
    func aFileWithoutKeysIsRefused(text: String, mode: Int, message: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/keys.json"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let issuer = TokenIssuer(keys: path, issuer: "i", audience: "a")
        let error = await #expect(throws: AccessError.self) {
            try await Access(path: folder.path + "/access.sqlite", issuer: issuer)
        }
        #expect(
            error.map { "\($0)".contains(message) && "\($0)".hasPrefix(path) } == true, "\(String(describing: error))")
        withExtendedLifetime(folder) {}
    }

    private static func roles(of token: String, at server: TestServer) async throws -> JSON? {
        let headers = headers(token).merging(["Accept": "application/json"]) { $1 }
        return try await server.http.get("/-/sign-in", headers).json["principal"]?["roles"]
    }

    @Test func aClaimMakesNoAdministratorUnlessTheSettingMapsIt() async throws {
        let token = Self.token(Self.claims(["realm": ["roles": ["admin", "reader"]]]))
        try await serve { server, _ async throws in #expect(try await Self.roles(of: token, at: server) == ["reader"]) }
        try await serve(map: ["admin": "admin"]) { server, _ async throws in
            #expect(try await Self.roles(of: token, at: server) == ["admin"])
        }
        try await serve(map: ["reader": "desk"]) { server, _ async throws in
            #expect(try await Self.roles(of: token, at: server) == ["desk"])
        }
    }

    @Test(arguments: ["eve@login.test", "EVE@login.test", "7"])
    func aSignOutEndsTheTokensThatWereIssuedBefore(name: String) async throws {
        try await serve { server, _ in
            let now = Date().timeIntervalSince1970
            let old: JSONObject = ["iat": .double(now - 60)]
            let new: JSONObject = ["iat": .double(now + 60)]
            let bobs: JSONObject = ["iat": .double(now - 60), "email": "bob@login.test"]
            let tokens = [Self.token(Self.claims(old)), Self.token(Self.claims())]
            let other = Self.token(Self.claims(bobs, of: "8"))
            let sockets = [
                try await SocketClient(port: server.port, headers: Self.headers(tokens[0])),
                try await SocketClient(port: server.port, headers: Self.headers(tokens[1])),
            ]
            for socket in sockets { #expect(try await socket.open("/note")["type"] == "snapshot") }
            try await server.access?.signOut(name, acceptsTokens: true)
            for socket in sockets {
                _ = try await socket.next { $0["type"] == "closed" }
                #expect(socket.closeCode == 4401 && socket.closeReason == "revoked")
            }
            for token in tokens {
                let answer = try await server.http.get("/note", Self.headers(token))
                #expect(answer.status == 401, "\(answer.status): \(answer.text)")
            }
            #expect(try await server.http.get("/note", Self.headers(Self.token(Self.claims(new)))).status == 200)
            #expect(try await server.http.get("/note", Self.headers(other)).status == 200)
            await #expect(throws: SignInError.self) { try await server.access?.signOut("nobody") }
        }
    }
}
