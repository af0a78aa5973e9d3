import Glibc

/// The address of a server, resolved once.
package struct ServerAddress: Sendable {
    /// The host and port, for requests.
    package let host: String
    private let bytes: [UInt8]
    private let family: Int32

    /// Resolves `http://host:port`; the default port is 80.
    ///
    /// - Throws: ``ConnectionError`` if the address is invalid or cannot be resolved.
    package init(_ url: String) throws(ConnectionError) {
        let prefix = "http://"
        guard url.hasPrefix(prefix) else { throw ConnectionError("\(url) is not an http:// address.") }
        let authority = url.dropFirst(prefix.count).prefix { $0 != "/" }
        let parts = authority.split(separator: ":", maxSplits: 1)
        guard let name = parts.first, let port = UInt16(parts.count == 2 ? String(parts[1]) : "80") else {
            throw ConnectionError("Invalid host or port: \(url).")
        }
        host = String(authority)
        (bytes, family) = try Self.resolve(String(name), port)
    }

    private static func resolve(_ name: String, _ port: UInt16) throws(ConnectionError) -> ([UInt8], Int32) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_family = AF_INET
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(name, String(port), &hints, &found)
        defer { freeaddrinfo(found) }
        guard status == 0, let found, let address = found.pointee.ai_addr else {
            throw ConnectionError("\(name) cannot be resolved: \(String(cString: gai_strerror(status))).")
        }
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(found.pointee.ai_addrlen))
        return (Array(bytes), found.pointee.ai_family)
    }

    /// Starts to connect, without waiting, and returns the descriptor.
    func connect() throws(ConnectionError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else {
            throw ConnectionError("Cannot open a connection: \(String(cString: strerror(errno))).")
        }
        let status = bytes.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                Glibc.connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
            }
        }
        guard status == 0 || errno == EINPROGRESS else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw ConnectionError("\(host) cannot be reached: \(reason).")
        }
        return descriptor
    }
}
