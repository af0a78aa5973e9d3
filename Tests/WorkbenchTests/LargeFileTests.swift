import Foundation
import TestSupport
import Testing

/// Files that are larger than the memory that they may take.
@Suite(.timeLimit(.minutes(5))) struct LargeFileTests {
    private static let size = 50 << 20
    /// How much more memory the server may need for an upload and a download.
    private static let most = 16 << 20

    @Test func fiftyMegabytesTakeLittleMemory() async throws {
        let folder = try TemporaryFolder()
        let (sent, got) = (folder.path + "/sent", folder.path + "/got")
        try Data((0..<Self.size).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
            .write(to: URL(fileURLWithPath: sent))
        try await using(
            { try Program(["--port", "0"], named: "Workbench", environment: ["TMPDIR": folder.path]) },
            close: { try? await $0.stop() }
        ) { program in
            let port = try #require(try await program.port())
            let address = "http://127.0.0.1:\(port)"
            _ = try await HTTPClient(port: port).get("/attachments")
            let before = try program.peakMemory()
            let made = try await Self.curl("-T", sent, "\(address)/attachments:papers?filename=large.bin", "-D", "-")
            #expect(made.hasPrefix("HTTP/1.1 100") || made.hasPrefix("HTTP/1.1 201"), "\(made)")
            let place = try #require(made.split(separator: "\r\n").first { $0.hasPrefix("Location: ") }?.dropFirst(10))
            _ = try await Self.curl(address + place, "-o", got)
            #expect(FileManager.default.contentsEqual(atPath: sent, andPath: got))
            #expect(try program.peakMemory() - before < Self.most)
        }
    }

    private static func curl(_ arguments: String...) async throws -> String {
        try await blocking {
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["curl", "-sS", "--max-time", "120"] + arguments
            process.standardOutput = output
            try process.run()
            defer { process.waitUntilExit() }
            return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
    }
}
