import HTTPServer
import Testing

/// Settings that no system has.
@Suite(.timeLimit(.minutes(5))) struct BadNumberTests {
    @Test(arguments: [-1, 65_536, 70_000, Int.max]) func namesAnInvalidPort(port: Int) async {
        do {
            _ = try await TestServer { $0.port = port }
            Issue.record("It listens.")
        } catch {
            #expect("\(error)" == "Invalid port: \(port). A port is a number from 0 to 65535.")
        }
    }

    @Test func excessiveLimitsBecomeTheMaximum() async throws {
        try await withServer({
            $0.connectionLimit = .max
            $0.idleTimeout = .seconds(Int64.max / 4)
        }) { server in
            let answer = try await server.answer(to: "GET / HTTP/1.0\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
    }
}
