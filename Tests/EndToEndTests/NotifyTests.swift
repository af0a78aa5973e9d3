import Foundation
import TestSupport
import Testing

/// The notifications to systemd (sd_notify).
@Suite(.timeLimit(.minutes(2))) struct NotifyTests {
    @Test func systemdIsNotified() async throws {
        let file = try await ServedFile("CREATE TABLE entry (id INTEGER PRIMARY KEY);")
        let inbox = try NotifyInbox(path: file.database.folder + "/notify")
        let program = try await file.serve(
            environment: ["NOTIFY_SOCKET": inbox.path, "WATCHDOG_USEC": "300000"]
        ).program
        #expect(try await inbox.next() == "READY=1")
        for _ in 0..<3 { #expect(try await inbox.next(but: nil) == "WATCHDOG=1") }
        try program.signal(SIGHUP)
        #expect(try await inbox.next().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(try await inbox.next() == "READY=1")
        try program.signal(SIGTERM)
        #expect(try await inbox.next() == "STOPPING=1")
        #expect(try await program.end().status == 0)
    }
}

/// Takes datagrams, as systemd does.
private final class NotifyInbox: Sendable {
    let path: String
    private let descriptor: Int32

    init(path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw ClientError("bind: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    /// The next reported state, except one.
    func next(but left: String? = "WATCHDOG=1") async throws -> String {
        try await blocking { [descriptor] in
            while true {
                var bytes = [UInt8](repeating: 0, count: 1024)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                guard count > 0 else { throw ClientError("no notification arrived") }
                let state = String(decoding: bytes.prefix(count), as: UTF8.self)
                if state != left { return state }
            }
        }
    }
}
