import HTTPServer
import Loop
import TestSupport

/// A bare HTTP server in this process, on a free port.
@SceneActor final class TestServer {
    let handler = TestHandler()
    let port: Int
    /// The bytes held for clients.
    let memory: ByteAccount
    private var server: HTTPServer?

    init(memory limit: Int = .max, _ change: (inout HTTPConfiguration) -> Void = { _ in }) throws {
        memory = ByteAccount(limit: limit)
        var configuration = HTTPConfiguration()
        configuration.drainTimeout = .milliseconds(50)
        change(&configuration)
        let server = HTTPServer(configuration: configuration, memory: memory, handler: handler)
        port = try server.start()
        self.server = server
    }

    func connect() throws -> Peer { try Peer(port: port) }

    /// Sends this and reads to the end of the connection.
    func answer(to request: String) async throws -> String {
        let peer = try connect()
        try await peer.send(request)
        return try await peer.readToEnd()
    }

    /// Waits until this happens.
    func wait(for event: String) async {
        for await next in handler.events where next == event { return }
    }

    /// Waits until a number of bytes of bodies have arrived.
    func wait(forBodies count: Int) async {
        while let server, server.counts.received < count { await pass(.milliseconds(1)) }
    }

    /// Lets time pass on the loop.
    func pass(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            EventLoop.shared.after(time) { continuation.resume() }
        }
    }

    /// Lets the server go without stopping it.
    func drop() {
        server = nil
    }

    /// Takes no new connection.
    func drain() { server?.drain(for: .seconds(30)) }

    func stop() async {
        await server?.stop()
        server = nil
    }
}

/// Runs a body with a server, and always stops the server.
func withServer(
    memory limit: Int = .max, _ change: @Sendable (inout HTTPConfiguration) -> Void = { _ in },
    _ body: @Sendable (TestServer) async throws -> Void
) async throws {
    try await using({ try await TestServer(memory: limit, change) }, close: { await $0.stop() }, body)
}
