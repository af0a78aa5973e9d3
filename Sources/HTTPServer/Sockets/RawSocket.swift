import Glibc

/// The few calls on sockets that belong to libmicrohttpd. They are here because its header brings the system's constants
/// (`MSG_NOSIGNAL`, `SHUT_WR`) along: named in a file that imports both, they would be found in no file that does not.
struct RawSocket {
    let descriptor: Int32

    /// Sends all of this if the system takes it at once; `false` if not.
    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == bytes.count
    }

    /// Ends our side; what the peer sends can still be read.
    func shutSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends both sides; the descriptor stays open.
    func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
