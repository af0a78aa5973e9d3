import JSON
import Serving
import TestSupport
import Testing

/// Requests with a cached head are answered without parsing; only the time differs.
@Suite(.timeLimit(.minutes(5))) struct RememberedHeadTests {
    @Test(.onBothEngines) func aRepeatedRequestGetsTheCurrentDocument() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            var tag: String?
            for number in 0..<5 {
                try await server.database.run("UPDATE name SET text = 'n\(number)' WHERE id = 1")
                for _ in 0..<3 {
                    let answer = try await server.http.get("/name?window=0,2")
                    #expect(try answer.json["cells"]?["1"]?["title"] == .string("n\(number)"))
                    #expect(answer.tag != tag)
                }
                tag = try await server.http.get("/name?window=0,2").tag
            }
        }
    }

    @Test(.onBothEngines) func requestsAtOnceGetTheCurrentDocument() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            for number in 0..<10 {
                try await server.database.run("UPDATE name SET text = 'n\(number)' WHERE id = 1")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            for _ in 0..<10 {
                                let answer = try await HTTPClient(port: server.port).get("/name?window=0,2")
                                #expect(try answer.json["cells"]?["1"]?["title"] == .string("n\(number)"))
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test(.onBothEngines) func targetsThatDifferInOneCharacterAreDifferent() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            for _ in 0..<3 {
                let one = try await server.http.get("/name?window=0,1")
                #expect(try one.json["window"]?["count"] == 1)
                let other = try await server.http.get("/name?xindow=0,1")  // a condition on a column that is not there
                #expect(other.status == 404 || other.status == 400)
                let usual = try await server.http.get("/name?")
                #expect(try usual.json["window"]?["count"] == 50)
                let two = try await server.http.get("/name?window=0,2")
                #expect(try two.json["window"]?["count"] == 2)
            }
        }
    }

    @Test(.onBothEngines) func conditionsAreCheckedForEachRequest() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            let first = try await server.http.get("/name")
            let held = ["If-None-Match": try #require(first.headers["etag"])]
            let delta = held.merging(["Accept": "application/json-patch+json"]) { $1 }
            for _ in 0..<3 {
                try await expect(304, for: "/name", held, at: server)
                try await expect(304, for: "/name", delta, at: server)
            }
            try await server.database.run("UPDATE name SET text = 'other' WHERE id = 1")
            for _ in 0..<3 {
                try await expect(200, for: "/name", held, at: server)
                let patch = try await server.http.get("/name", delta)
                #expect(patch.headers["content-type"] == "application/json-patch+json")
                #expect(try patch.json[0]?["path"] == "/cells/1/title")
            }
        }
    }

    @Test func anEndedSceneIsNotCached() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            for _ in 0..<3 { try await expect(200, for: "/name", at: server) }
            try await server.database.run("DROP TABLE name")
            for _ in 0..<3 { try await expect(404, for: "/name", at: server) }
            try await server.database.run("CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT)")
            for _ in 0..<3 {
                let answer = try await server.http.get("/name")
                #expect(try answer.json["window"]?["total"] == 0)
            }
        }
    }

    @Test func eachHostIsCheckedSeparately() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            for _ in 0..<3 {
                try await expect(200, for: "/name", ["Host": "localhost"], at: server)
                try await expect(421, for: "/name", ["Host": "evil.example"], at: server)
                let foreign = ["Host": "localhost", "Origin": "http://evil.example"]
                try await expect(403, for: "/name", foreign, at: server)
            }
        }
    }

    private func expect(
        _ status: Int, for target: String, _ headers: [String: String] = [:], at server: TestServer
    ) async throws {
        let answer = try await server.http.get(target, headers)
        #expect(answer.status == status, "\(target) \(headers)")
    }
}
