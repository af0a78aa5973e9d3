import TestSupport
import Testing

/// Raw bytes at the port of a running program, which continues to serve.
@Suite struct HTTPFuzzTests {
    @Test func requests() async throws {
        let database = try await blocking {
            try Database("CREATE TABLE t (id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO t VALUES (1, 'a');")
        }
        let program = try Program(["serve", database.path, "--port", "0"], lasting: .seconds(7_200))
        let port = try await program.port() ?? 0
        let visitors = Visitors(port: port)
        try await Fuzzer(name: "http").run { try visitors.send($0) }
        try await program.stop()
    }
}

/// Connections that have sent something and stay open, so that many are half open.
private final class Visitors: @unchecked Sendable {  // one thread uses it
    private let port: Int
    private var open: [(input: [UInt8], connection: Connection)] = []
    private var count = 0

    private static let limit = 30

    init(port: Int) {
        self.port = port
    }

    func send(_ input: [UInt8]) throws {
        let connection = try Connection(port: port)
        try? connection.send(input)
        count += 1
        if count % 3 == 0 { connection.shutSending() }
        open.append((input, connection))
        if open.count > Self.limit { open.removeFirst() }
        guard count % Self.limit == 0 else { return }
        do {
            let health = try Connection(port: port)
            try health.send(Array("GET /-/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
            let answer = try health.receive(through: "\r\n\r\n")
            try Finding.unless(answer.starts(with: Array("HTTP/1.1 200 ".utf8)), "an invalid response")
        } catch {
            let inputs = open.map { Corpus.line(for: $0.input) }.joined(separator: "\n")
            throw Finding("The program is unhealthy (\(error)) after one of these lines:\n\(inputs)\n")
        }
    }
}
