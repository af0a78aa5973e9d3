import CLinux
import Glibc

/// Calls on sockets that belong to libmicrohttpd. They are in a file of their own because libmicrohttpd's header
/// exports constants of the system (`MSG_NOSIGNAL`, `SHUT_WR`). A file that imports both could name them, but no other
/// file could then find them.
struct RawSocket {
    let descriptor: Int32

    /// Sends up to `limit` bytes from `offset` on, as many as the system takes at once.
    ///
    /// - Returns: The number of bytes; -1 if the system takes none, or the connection has ended.
    func sendSome(_ bytes: [UInt8], from offset: Int = 0, limit: Int = .max) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return clinux_send(descriptor, start + offset, min(bytes.count - offset, limit))
        }
    }

    /// Sends all bytes if the system takes them at once. Returns whether it did.
    func send(_ bytes: [UInt8]) -> Bool { sendSome(bytes) == bytes.count }

    /// The address of the peer as text; empty if the peer has disconnected or has no address.
    var peerAddress: String {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getpeername(descriptor, address, &length) == 0
                    ? getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) : -1
            }
        }
        guard status == 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The network of the peer; `nil` if the peer has disconnected.
    var peerNetwork: PeerNetwork? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getpeername(descriptor, address, &length) == 0 ? PeerNetwork(address) : nil
            }
        }
    }

    /// The number of bytes received since the connection began; 0 if the system does not tell.
    var receivedCount: UInt64 { information(at: 128) ?? 0 }

    /// The number of received bytes that wait to be read.
    var waitingCount: UInt64 {
        var count: CInt = 0
        return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? UInt64(max(0, count)) : 0
    }

    /// Reads and drops received bytes, up to a megabyte. Closing a socket with unread bytes would drop what was sent.
    func discard() {
        withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 1) { bytes in
            for _ in 0..<16 where recv(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT)) <= 0 { return }
        }
    }

    /// The number of bytes that the peer's system has acknowledged; 0 if our system does not tell.
    var acknowledgedCount: UInt64 { information(at: 120) ?? 0 }

    /// Whether the peer's system has been silent for `time` although it owes an answer: it does not acknowledge sent
    /// bytes, or does not answer window probes. A peer that only does not read is not lost: its system answers.
    func isLost(for time: Duration) -> Bool {
        guard let silence: UInt32 = information(at: 56), .milliseconds(Int(silence)) >= time else { return false }
        let (unacknowledged, questions): (UInt32, UInt8) = (information(at: 24) ?? 0, information(at: 3) ?? 0)
        return unacknowledged > 0 || questions >= Self.questionLimit
    }

    /// The number of unanswered window probes of a lost peer. A single probe may be lost on the way.
    private static let questionLimit: UInt8 = 3

    /// Reads a number of Linux's `tcp_info` by its offset, because the C library's declaration is too old:
    /// `tcpi_probes` is at 3, `tcpi_unacked` at 24, `tcpi_last_ack_recv` at 56 (in milliseconds), `tcpi_bytes_acked` at
    /// 120, `tcpi_bytes_received` at 128.
    private func information<Number: FixedWidthInteger>(at place: Int) -> Number? {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { info in
            var length = socklen_t(info.count)
            guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &length) == 0,
                Int(length) >= place + MemoryLayout<Number>.size
            else { return nil }
            return info.load(fromByteOffset: place, as: Number.self)
        }
    }

    /// Whether the peer has shut down its side and all its bytes have been read.
    var hasEnded: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    /// Sends bytes if the system takes them at once, and closes the descriptor.
    func end(with bytes: [UInt8]) {
        _ = send(bytes)
        shutSending()
        close(descriptor)
    }

    /// Shuts down our side. Bytes from the peer can still be read.
    func shutSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Shuts down both sides. The descriptor stays open.
    func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
