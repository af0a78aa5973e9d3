import Clients
import Loop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct MessageLineTests {
    @Test @SceneActor func aRefusedSocketEndsWithTheStatus() async throws {
        let program = try Program(["serve", "--port", "0"], named: "oriel-conformance")
        let port = try #require(try await program.port())
        let address = try ServerAddress("http://127.0.0.1:\(port)")
        do throws(ConnectionError) {
            _ = try await MessageLine.open(to: address, within: .seconds(60))
            Issue.record("the conformance server has no scenes")
        } catch {
            #expect(error.message == "The server refused the socket: HTTP/1.1 404 Not Found.")
        }
        try await program.stop()
    }
}
