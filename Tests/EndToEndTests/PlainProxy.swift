import Foundation
import Glibc
import TestSupport

/// A proxy as it is set up by hand: it names the client's address, and drops the headers of an upgrade.
final class PlainProxy: @unchecked Sendable {  // `host` is set between requests
    let port: Int
    /// The host that the server gets instead of the client's.
    var host: String?
    private let listener: Int32
    private let server: Int

    init(to server: Int) throws {
        self.server = server
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var address = Self.address(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isOpen else { throw ClientError("the proxy cannot listen") }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                self?.pass(client)
                close(client)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Passes one request without a body, and its response.
    private func pass(_ client: Int32) {
        var head = ""
        while !head.hasSuffix("\r\n\r\n"), let more = Self.read(client) {
            head += String(decoding: more, as: UTF8.self)
        }
        let lines = head.components(separatedBy: "\r\n").dropLast(2).filter { line in
            !["connection:", "upgrade:"].contains { line.lowercased().hasPrefix($0) }
        }.map { line in
            host.map { line.hasPrefix("Host:") ? "Host: \($0)" : line } ?? line
        }
        let request = (lines + ["X-Forwarded-For: 203.0.113.9", "Connection: close", "", ""]).joined(separator: "\r\n")
        let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(upstream) }
        var address = Self.address(server)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(upstream, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return }
        _ = request.withCString { send(upstream, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
        while let more = Self.read(upstream) { _ = send(client, more, more.count, Int32(MSG_NOSIGNAL)) }
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }
}
