import Dispatch
import Foundation
import Loop
import Testing

@testable import Scenes

/// The file that keeps sessions.
@Suite struct SessionFuzzTests {
    @Test func sessionFiles() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oriel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("sessions.json").path
        try await Fuzzer(name: "session").run { input in
            try Data(input).write(to: URL(fileURLWithPath: path))
            let isRead = DispatchSemaphore(value: 0)
            EventLoop.shared.post {
                _ = SessionFile(path: path) { _ in }.read(lifetime: .seconds(1e9))
                isRead.signal()
            }
            isRead.wait()
        }
    }
}
