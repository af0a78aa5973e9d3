import Glibc

/// The few calls on sockets that belong to libmicrohttpd. They are here because its header brings the system's constants
/// (`MSG_NOSIGNAL`, `SHUT_WR`) along: named in a file that imports both, they would be found in no file that does not.
struct RawSocket {
    let descriptor: Int32

    /// Sends all of this if the system takes it at once; `false` if not.
    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == bytes.count
    }

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

    /// How many bytes have come since the connection began (`tcpi_bytes_received` of Linux, which the C library's
    /// `tcp_info` is too old for); 0 where the system does not say.
    var receivedCount: UInt64 {
        let place = 128
        return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { info in
            var length = socklen_t(info.count)
            guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &length) == 0,
                Int(length) >= place + 8
            else { return 0 }
            return info.load(fromByteOffset: place, as: UInt64.self)
        }
    }

    /// Whether the peer has ended its side and everything that it sent has been read.
    var hasEnded: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    /// Has the system give up a peer that does not acknowledge what it is sent (RFC 5482).
    func setPeerTimeout(_ time: Duration) {
        var milliseconds = Int32(clamping: time.components.seconds * 1_000)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, 4)
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
