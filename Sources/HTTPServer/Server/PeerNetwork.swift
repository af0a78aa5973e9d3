import CMicrohttpd
import Glibc

/// Where a connection comes from, as far as it tells one client from another: an IPv4 address, or the network (/64) of an
/// IPv6 address, since whoever has one of its addresses has all of them.
struct PeerNetwork: Hashable {
    private let bits: UInt64
    private let isIPv6: Bool

    /// Whether it is this machine.
    var isLoopback: Bool { isIPv6 ? false : bits >> 24 == 127 }

    /// Whether an IPv4 or IPv6 address is this machine's own for itself.
    static func isLoopback(_ address: UnsafePointer<sockaddr>) -> Bool { PeerNetwork(address)?.isLoopback ?? true }

    /// The network of an address; `nil` for one of another family, and for IPv6's own name of this machine, which has no
    /// network.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let number = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr
            (bits, isIPv6) = (UInt64(UInt32(bigEndian: number)), false)
        case AF_INET6:
            var address = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr
            let words = withUnsafeBytes(of: &address) { bytes in
                (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            let (high, low) = (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1))
            if high == 0, low == 1 { return nil }
            let isMapped = high == 0 && low >> 32 == 0xFFFF
            (bits, isIPv6) = isMapped ? (low & 0xFFFF_FFFF, false) : (high, true)
        default: return nil
        }
    }
}
