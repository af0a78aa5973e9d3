import ArgumentParser
import Foundation
import Glibc

/// `oriel health`: checks whether a server on this machine answers. For health checks of containers, which have no
/// `curl`.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health", abstract: "Check whether a server on this machine is alive; if not, the exit code is 1.")

    @Option(help: "The port of the server.")
    var port = 8080

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("A port is a number from 1 to 65535.") }
    }

    func run() async throws {
        let answer = try Self.get("/-/health", port: port)
        guard answer.hasPrefix("HTTP/1.1 200") else { throw Failure("The server on port \(port) is not healthy.") }
        print("ok")
    }

    private static func get(_ path: String, port: Int) throws -> String {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 3, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {  // the send timeout also limits connecting
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected || errno != ECONNREFUSED else { throw Failure("Nothing listens on port \(port).") }
        guard isConnected else { throw Failure("The server on port \(port) does not accept connections.") }
        let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        _ = request.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
