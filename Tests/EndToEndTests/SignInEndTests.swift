import Access
import JSON
import Serving
import TestSupport
import Testing

/// What ends a sign-in reaches open connections, whichever process does it.
@Suite(.timeLimit(.minutes(5))) struct SignInEndTests {
    enum End: String, CaseIterable {
        case signOut, deleted, disabled, role, person

        /// The SQL of another process.
        var sql: String {
            switch self {
            case .signOut: ""
            case .deleted: "DELETE FROM Session"
            case .disabled: "UPDATE Person SET IsActive = 0"
            case .role: "UPDATE Person SET Roles = 'other'"
            case .person: "DELETE FROM Person"
            }
        }

        var reason: String { self == .signOut || self == .deleted ? "signed-out" : "revoked" }
    }

    /// Case 34: all sockets are closed, streams end, and the next request is refused.
    @Test(arguments: End.allCases) func anEndReachesWhatIsOpen(end: End) async throws {
        try await Guarded.serve { server in
            let cookies = try await server.cookies()
            let headers = ["Cookie": cookies, "Origin": "http://127.0.0.1:\(server.port)"]
            let first = try await SocketClient(port: server.port, headers: headers)
            let second = try await SocketClient(port: server.port, headers: headers)
            #expect(try await first.open("/note")["type"] == "snapshot")
            #expect(try await second.open("/note/1")["type"] == "snapshot")
            let events = try await EventClient(port: server.port, "/note", headers: headers)
            #expect(try await events.next().name == "snapshot")
            let key = try await server.key()
            let other = try await EventClient(
                port: server.port, "/note", headers: ["Authorization": "Bearer \(key)"])
            _ = try await other.next()
            if end == .signOut {
                #expect(try await server.http.post("/-/sign-out", [:], headers).status == 204)
            } else {
                let path = await server.accessPath
                try await Database.run(end.sql, at: path)
            }
            try await server.database.run("INSERT INTO note VALUES (3, 'after the end')")
            for socket in [first, second] {
                let last = try await socket.next()
                #expect(last == ["type": "closed"])
                #expect(socket.closeCode == 4401 && socket.closeReason == end.reason)
            }
            let gone = try await events.next()
            #expect(gone.name == "gone" && gone.data == ["code": .string(end.reason)])
            #expect(try await server.http.get("/note", headers).status == (end == .role ? 200 : 401))
            #expect(try await other.next().name == "patch")
        }
    }

    @Test func aSessionEndsWhenItsTimeIsOver() async throws {
        try await Guarded.serve("", { $0.signInLifetime = .seconds(1) }) { server in
            let cookies = try await server.cookies()
            let headers = ["Cookie": cookies, "Origin": "http://127.0.0.1:\(server.port)"]
            let socket = try await SocketClient(port: server.port, headers: headers)
            _ = try await socket.open("/note")
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 4401 && socket.closeReason == "expired")
            #expect(try await server.http.get("/note", headers).status == 401)
        }
    }

    @Test func anIdleSessionEndsAndAUsedOneGoesOn() async throws {
        try await Guarded.serve("", { $0.signInIdle = .seconds(1) }) { server in
            let headers = ["Cookie": try await server.cookies(), "Origin": "http://127.0.0.1:\(server.port)"]
            let socket = try await SocketClient(port: server.port, headers: headers)
            _ = try await socket.open("/note")
            let start = ContinuousClock.now
            while ContinuousClock.now - start < .seconds(2) {
                #expect(try await server.http.get("/note", headers).status == 200)
            }
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeReason == "expired")
        }
    }

    /// Case 35: the revoked one never has what is committed after the revocation.
    @Test(arguments: 0..<3) func nothingCommittedLaterIsSent(round: Int) async throws {
        try await Guarded.serve { server in
            let path = await server.accessPath
            let access = try SQLShell(path)
            let writer = try SQLShell(server.database.path)
            for number in 0..<15 {
                let mark = "mark-\(round)-\(number)"
                let key = try await server.key()
                let header = ["Authorization": "Bearer \(key)"]
                let socket = try await SocketClient(port: server.port, headers: header)
                _ = try await socket.open("/note")
                let events = try await EventClient(port: server.port, "/note", headers: header)
                _ = try await events.next()
                if number % 2 == 0 { try await writer.run("INSERT INTO note (text) VALUES ('before')") }
                try await access.run("DELETE FROM Key")
                try await writer.run("INSERT INTO note (text) VALUES ('\(mark)')")
                #expect(try await server.http.get("/note", header).status == 401)
                var texts = ""
                while socket.closeCode == nil {
                    texts += String(decoding: try await socket.next().bytes, as: UTF8.self)
                }
                while true {
                    let event = try await events.next()
                    texts += String(decoding: event.data.bytes, as: UTF8.self)
                    if event.name == "gone" { break }
                }
                #expect(!texts.contains(mark))
                #expect(socket.closeCode == 4401 && socket.closeReason == "revoked")
            }
        }
    }

    /// Commits that end others may be read in parts.
    @Test func theEndOfOthersLeavesASession() async throws {
        try await Guarded.serve { server in
            let headers = ["Cookie": try await server.cookies(), "Origin": "http://127.0.0.1:\(server.port)"]
            let socket = try await SocketClient(port: server.port, headers: headers)
            let scene = try #require(try await socket.open("/note")["scene"]?.intValue)
            for _ in 0..<40 { _ = try await server.key() }
            let access = try SQLShell(await server.accessPath)
            for _ in 0..<40 { try await access.run("DELETE FROM Key WHERE Id = (SELECT min(Id) FROM Key)") }
            try await server.database.run("INSERT INTO note VALUES (3, 'three')")
            try await socket.follow(scene) { $0["cells"]?["3"] != nil }
            #expect(socket.closeCode == nil)
        }
    }

    /// Case 36: an export that is under way is cut off.
    @Test func anExportOfARevokedKeyIsCutOff() async throws {
        let rows =
            "WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) "
            + "INSERT INTO note SELECT i, 'a text of some length for number ' || i FROM n;"
        try await Guarded.serve(rows) { server in
            let key = try await server.key()
            let port = server.port
            let download = try await blocking {
                try Download(port: port, "/note:csv", headers: ["Authorization": "Bearer \(key)"])
            }
            let id = String(key.split(separator: "_")[1])
            #expect(try await server.access?.revokeKey(id) == true)
            await #expect(throws: ClientError.self) { _ = try await blocking { try download.readToEnd() } }
        }
    }
}
