import CLinux
import Glibc

/// The few calls on sockets that belong to libmicrohttpd. They are here because its header brings the system's constants
/// (`MSG_NOSIGNAL`, `SHUT_WR`) along: named in a file that imports both, they would be found in no file that does not.
struct RawSocket {
    let descriptor: Int32

    /// Sends what the system takes at once of these bytes from `offset` on.
    ///
    /// - Returns: The number of bytes; -1 if it takes none, or the connection has ended.
    func sendSome(_ bytes: [UInt8], from offset: Int = 0) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return clinux_send(descriptor, start + offset, bytes.count - offset)
        }
    }

    /// Sends all of this if the system takes it at once; `false` if not.
    func send(_ bytes: [UInt8]) -> Bool { sendSome(bytes) == bytes.count }

    /// The address of the peer in its text form; empty when it has gone, or has none.
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

    /// Where the peer is, unless it has gone.
    var peerNetwork: PeerNetwork? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getpeername(descriptor, address, &length) == 0 ? PeerNetwork(address) : nil
            }
        }
    }

    /// How many bytes have come since the connection began; 0 where the system does not say.
    var receivedCount: UInt64 { information(at: 128) ?? 0 }

    /// How many bytes have come and wait to be read.
    var waitingCount: UInt64 {
        var count: CInt = 0
        return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? UInt64(max(0, count)) : 0
    }

    /// Reads what has come and forgets it, up to a megabyte: a socket that is closed over unread bytes takes back what it has sent.
    func discard() {
        withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 1) { bytes in
            for _ in 0..<16 where recv(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT)) <= 0 { return }
        }
    }

    /// How many bytes the peer's system has acknowledged; 0 where ours does not say.
    var acknowledgedCount: UInt64 { information(at: 120) ?? 0 }

    /// Whether the peer's system has been asked for something and has said nothing for so long: it does not acknowledge what is on
    /// its way, or does not answer when it is asked whether it takes more. Whoever does not read is there: their system answers.
    func isLost(for time: Duration) -> Bool {
        guard let silence: UInt32 = information(at: 56), .milliseconds(Int(silence)) >= time else { return false }
        let (unacknowledged, questions): (UInt32, UInt8) = (information(at: 24) ?? 0, information(at: 3) ?? 0)
        return unacknowledged > 0 || questions >= Self.questionLimit
    }

    /// How many questions whether a peer takes more may be unanswered; one may be lost.
    private static let questionLimit: UInt8 = 3

    /// A number of Linux's `tcp_info`, which the C library's is too old for: `tcpi_probes` stands at 3, `tcpi_unacked` at 24,
    /// `tcpi_last_ack_recv` at 56 (in milliseconds), `tcpi_bytes_acked` at 120, `tcpi_bytes_received` at 128.
    private func information<Number: FixedWidthInteger>(at place: Int) -> Number? {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { info in
            var length = socklen_t(info.count)
            guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &length) == 0,
                Int(length) >= place + MemoryLayout<Number>.size
            else { return nil }
            return info.load(fromByteOffset: place, as: Number.self)
        }
    }

    /// Whether the peer has ended its side and everything that it sent has been read.
    var hasEnded: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    /// Says this, if the system takes it at once, and closes the descriptor.
    func end(with bytes: [UInt8]) {
        _ = send(bytes)
        shutSending()
        close(descriptor)
    }

    /// Ends our side; what the peer sends can still be read.
    func shutSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends both sides; the descriptor stays open.
    func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
