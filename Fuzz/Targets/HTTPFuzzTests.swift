import TestSupport
import Testing

/// Raw bytes at the port of a running program: whatever they are, it goes on serving.
@Suite struct HTTPFuzzTests {
    @Test func requests() async throws {
        let database = try await blocking {
            try Database("CREATE TABLE t (id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO t VALUES (1, 'a');")
        }
        let program = try Program(["serve", database.path, "--port", "0"], lasting: .seconds(7_200))
        let port = try await program.port() ?? 0
        try await Fuzzer(name: "http").run { input in
            let connection = try Connection(port: port)
            try? connection.send(input)
            connection.shutSending()
            while let bytes = try? connection.receive(), !bytes.isEmpty {}
            let health = try Connection(port: port)
            try health.send(Array("GET /-/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
            let answer = try health.receive(through: "\r\n\r\n")
            try Finding.unless(answer.starts(with: Array("HTTP/1.1 200 ".utf8)), "the program is not well")
        }
        try await program.stop()
    }
}
