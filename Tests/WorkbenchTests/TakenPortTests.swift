import TestSupport
import Testing

/// An app whose port is in use.
@Suite(.timeLimit(.minutes(5))) struct TakenPortTests {
    @Test func namesAPortInUseAtTheStart() async throws {
        let first = try Program(["--port", "0"], named: "Workbench")
        let port = try #require(try await first.port())
        let second = try await Program.run(["--port", "\(port)"], named: "Workbench")
        #expect(second.status == 1)
        #expect(second.output == "")
        #expect(second.lines.count == 1)
        #expect(second.errors.hasPrefix("Error: 127.0.0.1:\(port) is in use"), "\(second.errors)")
        try await first.stop()
    }
}
