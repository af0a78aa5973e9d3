import Glibc
import Testing

/// The process may have no more descriptors: in a process of its own, because the limit is the process's.
@Suite(.timeLimit(.minutes(5))) struct DescriptorLimitTests {
    @Test func aServerWithoutDescriptorsPausesAndResumes() async {
        await #expect(processExitsWith: .success) {
            let server = try await TestServer()
            _ = try await server.answer(to: "GET /page HTTP/1.0\r\n\r\n")
            var held = Self.takeAllDescriptors()
            close(held.removeLast())
            let peer = try await server.connect()
            try await peer.send("GET /page HTTP/1.0\r\n\r\n")
            let before = clock()
            await server.pass(.milliseconds(500))
            #expect(Double(clock() - before) / Double(CLOCKS_PER_SEC) < 0.2)
            close(held.removeLast())
            #expect(try await peer.readToEnd().hasPrefix("HTTP/1.1 200 "))
            await server.stop()
        }
    }

    /// Opens descriptors up to the limit, which is low.
    private static func takeAllDescriptors() -> [Int32] {
        var limit = rlimit(rlim_cur: 256, rlim_max: 256)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var held: [Int32] = []
        while case let descriptor = dup(STDERR_FILENO), descriptor >= 0 { held.append(descriptor) }
        return held
    }
}
