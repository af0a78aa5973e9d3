import Glibc

/// A plain TCP connection to a server of this machine, read and written by blocking calls with a limit.
package final class Connection {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The number of received bytes.
    package private(set) var receivedCount = 0

    /// Connects to `port` of the loopback address. A narrow connection has small system buffers.
    package init(port: Int, isNarrow: Bool = false) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var size: Int32 = 4096
        if isNarrow { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
        var limit = timeval(tv_sec: Int(patienceOfTests.components.seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        guard result == 0 else { throw ClientError("connect: \(String(cString: strerror(errno)))") }
    }

    /// Closes this side. The server's bytes can still be read.
    package func shutSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes the system drop everything for this connection without acknowledgement, as for an unreachable machine,
    /// with a BPF filter.
    package func vanish() throws {
        var instruction = (code: UInt16(0x06), jumps: UInt16(0), value: UInt32(0))  // return 0
        let status = withUnsafePointer(to: &instruction) { pointer in
            var program = (count: 1, instructions: UnsafeRawPointer(pointer))
            return setsockopt(
                descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &program, socklen_t(MemoryLayout.size(ofValue: program)))
        }
        guard status == 0 else { throw ClientError("filter: \(String(cString: strerror(errno)))") }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Sends all of `bytes`.
    package func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw ClientError("send: \(String(cString: strerror(errno)))") }
            sent += count
        }
    }

    /// Sends bytes until the other end has accepted none for a number of milliseconds.
    ///
    /// - Returns: The number of sent bytes.
    package func sendSome(_ bytes: [UInt8], patience: Int32) -> Int {
        var sent = 0
        while sent < bytes.count {
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&entry, 1, patience) > 0 else { return sent }
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            guard count > 0 || errno == EAGAIN else { return sent }
            sent += max(0, count)
        }
        return sent
    }

    /// The bytes that have arrived, at least one; empty at the end of the stream.
    package func receive() throws -> [UInt8] {
        if !buffer.isEmpty {
            defer { buffer = [] }
            return buffer
        }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        var count = recv(descriptor, &bytes, bytes.count, 0)
        while count < 0, errno == EINTR { count = recv(descriptor, &bytes, bytes.count, 0) }
        guard count >= 0 else { throw ClientError("no bytes arrived in time: \(String(cString: strerror(errno)))") }
        receivedCount += count
        return Array(bytes.prefix(count))
    }

    /// Everything up to and with `end`.
    package func receive(through end: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let pattern = Array(end.utf8)
        while true {
            let more = try receive()
            guard !more.isEmpty else { throw ClientError("the connection ended after \(bytes.count) bytes") }
            let searched = max(0, bytes.count - pattern.count)
            bytes += more
            guard let place = bytes[searched...].firstIndex(of: pattern) else { continue }
            buffer = Array(bytes[(place + pattern.count)...])
            return Array(bytes[..<(place + pattern.count)])
        }
    }

    /// The next chunk of a body in chunks (RFC 9112 section 7.1), `nil` after the last.
    func receiveChunk() throws -> [UInt8]? {
        let line = String(decoding: try receive(through: "\r\n").dropLast(2), as: UTF8.self)
        guard let size = Int(line, radix: 16) else { throw ClientError("\(line) is not a chunk size") }
        let chunk = size > 0 ? try receive(count: size) : nil
        _ = try receive(count: 2)
        return chunk
    }

    /// The chunks of an endless body up to the end of the first event.
    func receiveEvent() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.firstRange(of: Array("event: ".utf8)) == nil || !bytes.suffix(2).elementsEqual("\n\n".utf8) {
            guard let chunk = try receiveChunk() else { return bytes }
            bytes += chunk
        }
        return bytes
    }

    /// Exactly `count` bytes.
    package func receive(count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try receive()
            guard !more.isEmpty else {
                throw ClientError("the connection ended after \(bytes.count) of \(count) bytes")
            }
            bytes += more
        }
        buffer = Array(bytes[count...])
        return Array(bytes[..<count])
    }
}

/// An error on the client's side.
package struct ClientError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

extension ArraySlice<UInt8> {
    fileprivate func firstIndex(of pattern: [UInt8]) -> Int? {
        guard count >= pattern.count else { return nil }
        return (startIndex...endIndex - pattern.count).first { self[$0..<$0 + pattern.count].elementsEqual(pattern) }
    }
}
