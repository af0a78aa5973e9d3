import Access
import Foundation
import JSON
import Serving
import TestSupport
import Testing

/// Requests of attackers who have not signed in, and of those who try to get more than their rights.
@Suite(.timeLimit(.minutes(5))) struct SignInAttackTests {
    /// Case 38: a credential of any size is refused, and nothing of it is repeated.
    @Test(arguments: [9_000, 60_000, 1 << 20]) func aHugeTokenIsRefused(size: Int) async throws {
        try await Guarded.serve { server in
            let token = "eyJhbGciOiJub25lIn0." + String(repeating: "kolibri", count: size / 7) + "."
            // The server may close the connection before everything is sent.
            if let answer = try? await server.http.get("/note", ["Authorization": "Bearer \(token)"]) {
                #expect([401, 431].contains(answer.status))
                #expect(!answer.text.contains("kolibri"))
            }
            let socket = try await SocketClient(port: server.port)
            #expect(try await socket.next()["kind"] == "nobody")
            do {
                try await socket.send(["type": "sign-in", "ref": 1, "token": .string(token)])
                while socket.closeCode == nil {
                    let answer = try await socket.next()
                    #expect(answer["type"] != "signed-in" && !answer.text.contains("kolibri"))
                }
                #expect([1009, 4401].contains(socket.closeCode))
            } catch let error as ClientError {
                // The rest of a message that is too long resets the connection.
                #expect(size > 1 << 16, "\(error)")
            }
            #expect(try await server.http.get("/-/health").status == 200)
        }
    }

    /// Case 41: every method and endpoint that changes something checks where the request comes from.
    @Test(arguments: [
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "same-site"], [:],
    ]) func aPageOfAnotherOriginChangesNothing(headers: [String: String]) async throws {
        try await Guarded.serve { server in
            let cookies = try await server.cookies()
            let own = ["Cookie": cookies, "Sec-Fetch-Site": "same-origin"]
            let session = try await server.http.get("/-/sessions", own).json["cells"]?.objectValue?.names.first ?? ""
            let all = headers.merging(["Cookie": cookies]) { first, _ in first }
            let end: JSON = ["row": .string(session), "action": "end"]
            let requests: [(String, String, JSON)] = [
                ("PUT", "/note/1:image", [:]), ("DELETE", "/note/1:image", [:]),
                ("POST", "/note/1:update", ["text": "x"]),
                ("POST", "/note/1:delete", [:]), ("POST", "/-/sessions:action", end),
                ("POST", "/-/sessions:end-others", [:]), ("POST", "/-/sign-out", [:]),
            ]
            for (method, target, body) in requests {
                let answer = try await server.http.send(method, target, all, body: body.bytes)
                #expect([401, 403].contains(answer.status), "\(method) \(target): \(answer.status)")
            }
            #expect(try await server.database.run("SELECT group_concat(text) FROM note") == "one,two\n")
            #expect(try await server.http.get("/note", own).status == 200)
        }
    }

    /// Case 44: a password that cannot be used is refused before it is hashed, also for the first administrator.
    @Test(arguments: [
        ("eight by", 422), ("password1234", 422), ("with a \0 in it", 422), (String(repeating: "x y", count: 90), 422),
        (String(repeating: "x", count: 100_000), 413),
    ]) func aPasswordThatCannotBeUsedIsRefused(password: String, status: Int) async throws {
        try await Guarded.serve { server in
            let path = await server.accessPath
            try await Database.run("DELETE FROM Person", at: path)
            let link = try #require(try await server.access?.setUpToken())
            let body: JSON = ["name": "root", "password": .string(password), "set-up": .string(link)]
            let origin = ["Origin": "http://127.0.0.1:\(server.port)"]
            let answer = try await server.http.post("/-/sign-in", body, origin)
            #expect(answer.status == status)
            #expect(!answer.text.contains(password))
            #expect(try await Database.run("SELECT count(*) FROM Person", at: path) == "0\n")
            let right: JSON = ["name": "root", "password": .string(Guarded.password), "set-up": .string(link)]
            #expect(try await server.http.post("/-/sign-in", right, origin).status == 200)
        }
    }

    /// Case 46: the key of a reader changes nothing, whatever it names.
    @Test func aReadersKeyChangesNothing() async throws {
        let rules = """
            roles: { reader: {} }
            tables: { note: [{ to: reader, columns: [text] }] }
            """
        try await Guarded.serve(
            "",
            { settings in
                settings.access = settings.users?.replacing("access.sqlite", with: "access.yaml")
                _ = FileManager.default.createFile(atPath: settings.access ?? "", contents: Data(rules.utf8))
            }
        ) { server in
            let here = ["Cookie": try await server.cookies(), "Sec-Fetch-Site": "same-origin"]
            let session = try await server.http.get("/-/sessions", here).json["cells"]?.objectValue?.names.first ?? ""
            let path = await server.accessPath
            let rows = "SELECT (SELECT count(*) FROM Key), (SELECT count(*) FROM Session), (SELECT Roles FROM Person)"
            let key = ["Authorization": "Bearer \(try await server.key(["reader", "admin"], person: "ada"))"]
            let before = try await Database.run(rows, at: path)
            #expect(try await server.http.get("/note", key).status == 200)
            let requests: [(String, JSON)] = [
                ("/note:insert", ["text": "x"]), ("/note/1:update", ["text": "x"]), ("/note/1:delete", [:]),
                ("/-/sessions:action", ["row": .string(session), "action": "end"]), ("/-/sessions:end-others", [:]),
                ("/-/sign-out", [:]), ("/-/keys:insert", ["name": "x"]), ("/Person/1:update", ["Roles": "admin"]),
                ("/Key:insert", ["Id": "x"]), ("/-/audit:delete", [:]), ("/-/access:update", [:]),
            ]
            for (target, body) in requests {
                let answer = try await server.http.post(target, body, key)
                #expect([403, 404, 405, 422].contains(answer.status), "\(target): \(answer.status) \(answer.text)")
            }
            for target in ["/-/inspect", "/-/audit"] {
                #expect([403, 404].contains(try await server.http.get(target, key).status), "\(target)")
            }
            let after = try await Database.run(rows, at: path)
            #expect(after == before)
            #expect(try await server.database.run("SELECT group_concat(text) FROM note") == "one,two\n")
            #expect(try await server.http.get("/note", here).status == 200)
        }
    }
}
