import Glibc
import TestSupport
import Testing

/// `oriel health`.
@Suite(.timeLimit(.minutes(2))) struct HealthTests {
    @Test func aServerWithoutConnectionsIsUnhealthy() async throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 0) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        try #require(isBound)
        // Nobody accepts connections: the queue is full, and the next connection waits.
        let waiting = (0..<4).map { _ in
            socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        }
        defer { for descriptor in waiting { close(descriptor) } }
        for descriptor in waiting {
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        let ending = try await Program.run("health", "--port", "\(port)")
        #expect(ending.status == 1)
        #expect(ending.lines == ["Error: The server on port \(port) does not accept connections."])
    }
}
