import CMicrohttpd
import Glibc

/// The network that identifies a client: an IPv4 address, or the /64 network of an IPv6 address, because a client with
/// one address of that network has all of them.
struct PeerNetwork: Hashable {
    private let bits: UInt64
    private let isIPv6: Bool

    /// Whether the network is this machine.
    var isLoopback: Bool { isIPv6 ? false : bits >> 24 == 127 }

    /// Whether an IPv4 or IPv6 address is a loopback address.
    static func isLoopback(_ address: UnsafePointer<sockaddr>) -> Bool { PeerNetwork(address)?.isLoopback ?? true }

    /// Makes the network of an address. Returns `nil` for an address of another family, and for the IPv6 loopback
    /// address.
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
