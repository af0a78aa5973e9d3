import Clients
import JSON
import TestSupport
import Testing

@testable import Load

/// `oriel load` against a server, and its parts against the messages of a faulty server.
@Suite(.timeLimit(.minutes(5))) struct LoadTests {
    private static let sql = "CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO name VALUES (1, 'one')"

    private func plan(_ server: TestServer) throws -> LoadPlan {
        var plan = LoadPlan(address: try ServerAddress("http://127.0.0.1:\(server.port)"))
        plan.route = "/name"
        plan.viewers = [.socket: 6, .stream: 3, .poll: 3]
        plan.duration = .milliseconds(1_500)
        return plan
    }

    @Test(.timeLimit(.minutes(5))) func reconnectingClientsShowTheResponseToGet() async throws {
        try await withServer(Self.sql) { server in
            var plan = try plan(server)
            (plan.churn, plan.stalls, plan.replicas) = (20, 1, 12)
            plan.change = LoadPlan.Change(target: "/name/1:update", body: #"{"text": "number {n}"}"#, rate: 100)
            let report = try await LoadRun(plan).run()
            #expect(report.isSound, "\(report.text)")
            #expect(report.settled == 12)
            #expect(report.done > 0)
            #expect(report.text.contains("12 of 12 equal the response to GET"))
            let text = try await server.http.get("/name/1").json["outputs"]?["text"]?.stringValue
            #expect(text?.hasPrefix("number ") == true)
        }
    }

    @Test(.timeLimit(.minutes(5))) func aWindowThatFollowsItsFirstRowIsComparedAtItsPlace() async throws {
        let sql = """
            CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO name
            SELECT i, '' FROM n;
            """
        try await withServer(sql) { server in
            var plan = try plan(server)
            plan.route = "/name?window=100,20"
            plan.change = LoadPlan.Change(target: "/name:insert", body: #"{"id": -{n}, "text": "above"}"#, rate: 50)
            let report = try await LoadRun(plan).run()
            #expect(report.isSound, "\(report.text)")
        }
    }

    @Test(.timeLimit(.minutes(5))) func anUnreachableServerIsReported() async throws {
        #expect(throws: ConnectionError.self) { try ServerAddress("https://127.0.0.1") }
        #expect(throws: ConnectionError.self) { try ServerAddress("http://127.0.0.1:port") }
    }

    @Test func aPatchFromAnotherStateIsAFault() throws {
        var replica = Replica(isWhole: false)
        try replica.take(nil, called: "A")
        try replica.follow(nil, from: "A", to: "B")
        #expect(throws: ReplicaFault.self) { try replica.follow(nil, from: "A", to: "C") }
        #expect(replica.digest == "B")
    }

    @Test func aDocumentWithAWrongDigestIsAFault() throws {
        let document: JSON = ["title": "one"]
        let digest = Digest(document.contentHash).text
        var replica = Replica(isWhole: true)
        try replica.take(document, called: digest)
        #expect(throws: ReplicaFault.self) {
            try replica.follow([["op": "replace", "path": "/title", "value": "two"]], from: digest, to: digest)
        }
        #expect(throws: ReplicaFault.self) {
            try replica.follow([["op": "remove", "path": "/none"]], from: nil, to: "")
        }
    }

    @Test func responsesAreReadInAnyChunks() {
        let text =
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"x\"\r\n\r\nhello"
            + "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"
        for size in 1...text.utf8.count {
            var reading = HTTPReading()
            var heard = ""
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                var part = Array(bytes.prefix(size))
                bytes = bytes.dropFirst(size)
                for event in part.withUnsafeMutableBytes({ reading.take($0) }) { heard += Self.text(event) }
            }
            #expect(heard == "<200 x>hello.<304 ->.<200 ->abcde.")
        }
    }

    private static func text(_ event: HTTPReading.Event) -> String {
        switch event {
        case .head(let status, let fields): "<\(status) \(fields["etag"]?.filter { $0 != "\"" } ?? "-")>"
        case .content(let bytes): String(decoding: bytes, as: UTF8.self)
        case .end: "."
        }
    }
}
