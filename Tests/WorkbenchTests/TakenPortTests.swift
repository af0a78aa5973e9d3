import OrielTesting
import TestSupport
import Testing

/// An app whose port is in use.
@Suite(.timeLimit(.minutes(5))) struct TakenPortTests {
    @Test func namesAPortInUseAtTheStart() async throws {
        let first = try await makeWorkbench()
        let second = try await Program.run(["--port", "\(first.port)"], named: "Workbench")
        #expect(second.status == 1)
        #expect(second.output == "")
        #expect(second.lines.count == 1)
        #expect(second.errors.hasPrefix("Error: 127.0.0.1:\(first.port) is in use"), "\(second.errors)")
        await first.stop()
    }
}
