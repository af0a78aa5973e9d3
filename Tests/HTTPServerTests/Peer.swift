import Glibc
import TestSupport

/// The other end of a connection: raw bytes, half-closing, hanging up.
final class Peer: @unchecked Sendable {  // guard: one test uses it, one call at a time
    private var descriptor: Int32
    private var received: [UInt8] = []

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw PeerError(code: errno) }
    }

    deinit { hangUp() }

    func send(_ text: String) async throws {
        try await blocking { [self] in
            let bytes = Array(text.utf8)
            var sent = 0
            while sent < bytes.count {
                let flags = Int32(MSG_NOSIGNAL)
                let count = Glibc.send(descriptor, Array(bytes[sent...]), bytes.count - sent, flags)
                guard count > 0 else { throw PeerError(code: errno) }
                sent += count
            }
        }
    }

    /// The bytes up to the end of the connection.
    func readToEnd() async throws -> String {
        try await blocking { [self] in
            while try receive() {}
            defer { received = [] }
            return String(decoding: received, as: UTF8.self)
        }
    }

    /// The bytes up to and including this text.
    func read(through end: String) async throws -> String {
        try await blocking { [self] in
            while received.firstRange(of: Array(end.utf8)) == nil {
                guard try receive() else { throw PeerError(code: 0) }
            }
            let place = received.firstRange(of: Array(end.utf8))?.upperBound ?? 0
            defer { received.removeFirst(place) }
            return String(decoding: received[..<place], as: UTF8.self)
        }
    }

    /// Reads the bytes that the system holds, for a later read.
    func receiveSome() async throws {
        try await blocking { [self] in _ = try receive() }
    }

    /// Shuts this side; the other may go on.
    func shutSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the connection at once, without a word.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        hangUp()
    }

    func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func receive() throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw PeerError(code: errno) }
        received += bytes.prefix(count)
        return count > 0
    }
}

/// An error on the client's side: the system's error, or 0 for an early end.
struct PeerError: Error {
    let code: Int32
}
