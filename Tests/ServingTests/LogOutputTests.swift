import Foundation
import TestSupport
import Testing

@testable import Serving

/// The log when its reader does not read.
@Suite(.timeLimit(.minutes(5))) struct LogOutputTests {
    @Test func aLineAfterATornOneStartsOnANewLine() async throws {
        let pipe = Pipe()
        let end = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        let output = LogOutput(descriptor: end) { "\($0) missing" }
        output.write(String(repeating: "x", count: 200_000))  // more than a pipe takes
        output.flush()
        let torn = pipe.fileHandleForReading.availableData
        #expect(torn.allSatisfy { $0 == UInt8(ascii: "x") })
        output.write("next")
        output.flush()
        try pipe.fileHandleForWriting.close()
        let rest = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.dropFirst() == ["1 missing", "next", ""])
    }
}
