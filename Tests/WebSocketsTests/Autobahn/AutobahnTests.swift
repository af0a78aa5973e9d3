import TestSupport
import Testing

/// The public cases of the Autobahn test suite, against the echo of `oriel conformance serve`. The suite's own number names
/// each case; of section 9 sizes of up to 1 MiB are tried.
@Suite(.timeLimit(.minutes(5))) struct AutobahnTests {
    @Test(arguments: [
        ("1 framing", AutobahnCase.framing), ("2 pings and pongs", AutobahnCase.pings),
        ("3 and 4 reserved bits and opcodes", AutobahnCase.reserved), ("5 fragmentation", AutobahnCase.fragments),
        ("6 text", AutobahnCase.texts), ("6 sequences of bytes", AutobahnCase.sequences),
        ("7 closing", AutobahnCase.closing), ("9 and 10 sizes", AutobahnCase.sizes),
    ])
    func theEchoKeepsTheProtocol(section: String, cases: [AutobahnCase]) async throws {
        let program = try Program(["conformance", "serve", "--port", "0"])
        let port = try await program.port() ?? 0
        try await blocking {
            for example in cases { try example.play(port: port) }
        }
        try await program.stop()
    }
}
