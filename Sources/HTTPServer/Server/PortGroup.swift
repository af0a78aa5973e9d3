import CMicrohttpd
import CLinux
import Glibc
import Loop

/// The sockets of several processes that share a port (`SO_REUSEPORT`). The system distributes new connections among
/// them.
///
/// Closing one of these sockets would reset clients that have connected to it and wait, or are about to connect. So
/// before a process leaves, it directs all new connections to another process. The system does not tell which index a
/// socket has in the group. The process finds out by connecting to itself. Of the indexes 0 and 1, at least one belongs
/// to another process, if there is one.
@SceneActor final class PortGroup {
    private let descriptor: Int32
    private var place: UInt32?  // the index of the process that gets our connections
    private var healing: LoopTimer?

    /// The time after which the remaining processes share connections equally again.
    private static let healingTime = Duration.seconds(30)

    /// Joins the group: every process gets a share from now on.
    init(of descriptor: Int32) {
        self.descriptor = descriptor
        heal()
    }

    /// Directs all new connections to another process.
    ///
    /// - Parameter takes: Accepts the connections in our queue, and returns whether one of them came from this end.
    /// - Returns: Whether there is another process.
    func leave(_ takes: (ProbeEnd) -> Bool) -> Bool {
        healing?.cancel()
        for place in 0...1 as ClosedRange<UInt32> {
            guard clinux_steer_port(descriptor, place) == 0 else { return false }
            guard let probe = Probe(to: descriptor) else { continue }
            defer { probe.close() }
            if takes(probe.end) || probe.hasArrived(at: descriptor, takes) { continue }
            self.place = place
            return true
        }
        clinux_unsteer_port(descriptor)
        return false
    }

    /// Leaves the group. Close our socket right after.
    func close() {
        healing?.cancel()
        if let place { clinux_steer_port(descriptor, place) }  // another process may have reset the group
    }

    private func heal() {
        clinux_unsteer_port(descriptor)
        healing = EventLoop.shared.after(Self.healingTime) { [weak self] in self?.heal() }
    }
}

/// The address of our end of a connection, as the other end sees it.
struct ProbeEnd {
    fileprivate let bytes: [UInt8]

    fileprivate init(_ address: UnsafePointer<sockaddr>) {
        let isSix = address.pointee.sa_family == sa_family_t(AF_INET6)
        let size = isSix ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        let whole = UnsafeRawBufferPointer(start: address, count: size)
        bytes = isSix ? Array(whole[2..<4]) + Array(whole[8..<24]) : Array(whole[2..<8])
    }

    /// Whether this is the address of a peer.
    func matches(_ address: UnsafePointer<sockaddr>) -> Bool { ProbeEnd(address).bytes == bytes }
}

/// A connection to a port on which this process listens.
private struct Probe {
    let end: ProbeEnd
    private let socket: Int32

    /// The time to wait for the connection, in milliseconds.
    private static let patience: Int32 = 20

    init?(to listener: Int32) {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let socket = Glibc.socket(Self.address(of: listener, &address, &size), Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return nil }
        var limit = timeval(tv_sec: 0, tv_usec: 100_000)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
        }
        guard isConnected else {
            Glibc.close(socket)
            return nil
        }
        self.socket = socket
        end = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket, $0, &size)
                return ProbeEnd($0)
            }
        }
    }

    /// Whether the connection arrives at this socket a moment later.
    func hasArrived(at listener: Int32, _ takes: (ProbeEnd) -> Bool) -> Bool {
        var wait = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, Self.patience) > 0 && takes(end)
    }

    func close() { _ = Glibc.close(socket) }

    /// Finds the address of a listening socket, with the loopback address in place of any address.
    ///
    /// - Returns: The address family.
    private static func address(
        of listener: Int32, _ address: inout sockaddr_storage, _ size: inout socklen_t
    ) -> Int32 {
        withUnsafeMutablePointer(to: &address) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
        }
        let family = Int32(address.ss_family)
        withUnsafeMutableBytes(of: &address) { bytes in
            if family == AF_INET, bytes[4..<8].allSatisfy({ $0 == 0 }) { (bytes[4], bytes[7]) = (127, 1) }
            if family == AF_INET6, bytes[8..<24].allSatisfy({ $0 == 0 }) { bytes[23] = 1 }
        }
        return family
    }
}
