import TestSupport
import Testing

/// The public cases of the Autobahn test suite, against the echo of `oriel-conformance serve`. The suite's own number
/// names each case.
@Suite(.timeLimit(.minutes(5))) struct AutobahnTests {
    /// A part of the suite. Its cases are created when they run, because they are large.
    struct Section: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let cases: @Sendable () -> [AutobahnCase]

        init(_ name: String, _ cases: @escaping @Sendable () -> [AutobahnCase]) {
            testDescription = name
            self.cases = cases
        }
    }

    private static let sections: [Section] = [
        Section("1 framing") { AutobahnCase.framing }, Section("2 pings and pongs") { AutobahnCase.pings },
        Section("3 and 4 reserved bits and opcodes") { AutobahnCase.reserved },
        Section("5 fragmentation") { AutobahnCase.fragments },
        Section("6 text") { AutobahnCase.texts }, Section("6 sequences of bytes") { AutobahnCase.sequences },
        Section("7 closing") { AutobahnCase.closing },
        Section("9 sizes") { AutobahnCase.whole([(1, 64), (2, 256), (3, 1024), (4, 4096)]) },
        Section("9 large sizes") { AutobahnCase.whole([(5, 8192), (6, 16_384)]) },
        Section("9 small frames") { AutobahnCase.cut([(1, 64), (2, 256), (3, 1024)]) },
        Section("9 larger frames") { AutobahnCase.cut([(4, 4096), (5, 16_384), (6, 65_536)]) },
        Section("9 large frames") { AutobahnCase.cut([(7, 262_144), (8, 1_048_576), (9, 4_194_304)]) },
        Section("9 pieces") { AutobahnCase.chopped }, Section("9 and 10 many messages") { AutobahnCase.many },
        Section("12 compression") { AutobahnCase.contents },
        Section("13 offers of compression") { AutobahnCase.offers },
    ]

    @Test(arguments: sections)
    func theEchoKeepsTheProtocol(section: Section) async throws {
        let program = try Program(["serve", "--port", "0"], named: "oriel-conformance")
        let port = try await program.port() ?? 0
        try await blocking {
            for example in section.cases() { try example.play(port: port) }
        }
        try await program.stop()
    }
}
