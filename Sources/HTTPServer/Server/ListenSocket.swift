import Glibc

/// Opens listening sockets.
package enum ListenSocket {
    /// The most bytes that the system keeps unsent for one connection (tcp(7), `TCP_NOTSENT_LOWAT`). Without this limit
    /// it copies megabytes for each client that does not read, outside of every account.
    private static let unsentLimit: Int32 = 128 * 1024

    /// Checks whether a server may listen on an address, as far as possible without listening.
    package static func check(_ host: String, allowRemote: Bool) throws(HTTPServerError) {
        freeaddrinfo(try addresses(of: host, port: 0, allowRemote: allowRemote))
    }

    private static func addresses(
        of host: String, port: Int, allowRemote: Bool
    ) throws(HTTPServerError) -> UnsafeMutablePointer<addrinfo> {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard getaddrinfo(bare, String(port), &hints, &list) == 0, let list else { throw .badAddress(host) }
        guard allowRemote || PeerNetwork.isLoopback(list.pointee.ai_addr) else {
            freeaddrinfo(list)
            throw .openToAll(host)
        }
        return list
    }

    /// Listens on the configured address, unless the configuration has a socket that listens already.
    ///
    /// - Parameter isReserved: Whether the socket only takes the address, and lets others that share the port listen.
    /// - Returns: The descriptor and the port.
    package static func open(
        _ configuration: HTTPConfiguration, isReserved: Bool = false
    ) throws(HTTPServerError) -> (
        descriptor: Int32, port: Int
    ) {
        if let descriptor = configuration.listener { return (descriptor, boundPort(of: descriptor)) }
        let (host, port) = (configuration.host, configuration.port)
        guard (0...65_535).contains(port) else { throw .badPort(port) }
        let first = try addresses(of: host, port: port, allowRemote: configuration.allowRemote)
        defer { freeaddrinfo(first) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(first.pointee.ai_family, kind, 0)
        var (one, unsent) = (Int32(1), unsentLimit)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, 4)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent, 4)  // connections inherit it
        if configuration.sharesPort { setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &one, 4) }
        guard descriptor >= 0, bind(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0,
            isReserved || listen(descriptor, SOMAXCONN) == 0
        else {
            let code = errno
            if descriptor >= 0 { close(descriptor) }
            throw .cannotListen(address: "\(host):\(port)", errno: code)
        }
        return (descriptor, boundPort(of: descriptor))
    }

    private static func boundPort(of descriptor: Int32) -> Int {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        // The port is at the same offset in addresses of both families.
        return withUnsafeBytes(of: &address) { Int(UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))) }
    }
}
