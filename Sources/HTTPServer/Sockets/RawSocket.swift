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

    /// Ends our side; what the peer sends can still be read.
    func shutSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends both sides; the descriptor stays open.
    func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
