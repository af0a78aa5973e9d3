import JSON
import TestSupport
import Testing

/// A user of the workbench, with their own session and socket.
final class Visitor: @unchecked Sendable {  // one test uses it, one call at a time
    let port: Int
    let cookie: String
    let socket: SocketClient

    /// Connects to the workbench at this port, as a new user, or with the cookie of an existing one.
    init(port: Int, cookie: String? = nil) async throws {
        self.port = port
        if let cookie {
            self.cookie = cookie
        } else {
            let answer = try await HTTPClient(port: port).get("/basic")
            let given = try #require(answer.headers["set-cookie"])
            self.cookie = String(given.prefix { $0 != ";" })
        }
        socket = try await SocketClient(port: port, cookie: self.cookie)
    }

    /// `GET`s a target under the visitor's session.
    func get(_ target: String) async throws -> HTTPAnswer {
        try await HTTPClient(port: port).get(target, ["Cookie": cookie])
    }

    /// `POST`s JSON under the visitor's session, with a key if there is one.
    func post(_ target: String, _ body: JSON = [:], key: String? = nil) async throws -> HTTPAnswer {
        try await send("POST", target, key.map { ["Idempotency-Key": $0] } ?? [:], body: body.bytes)
    }

    /// Sends a request under the visitor's session.
    func send(
        _ method: String, _ target: String, _ headers: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> HTTPAnswer {
        let all = headers.merging(["Cookie": cookie]) { first, _ in first }
        return try await HTTPClient(port: port).send(method, target, all, body: body)
    }

    /// Opens a screen.
    func open(_ route: String) async throws -> OpenScreen {
        let answer = try await socket.open(route)
        return OpenScreen(visitor: self, scene: try #require(answer["scene"]?.intValue, "\(answer)"))
    }
}

/// Runs a body with a user of a separate workbench, which is always stopped.
///
/// - Parameter disk: The folder for its files, instead of the temporary folder.
func withWorkbench(on disk: FullDisk? = nil, _ body: (Visitor) async throws -> Void) async throws {
    let environment = disk.map { ["TMPDIR": $0.path] } ?? [:]
    try await using(
        {
            try Program(["--port", "0"], named: "Workbench", by: disk?.wrapper ?? [], environment: environment)
        }, close: { try await $0.stop() }
    ) { program in
        try await body(Visitor(port: try #require(try await program.port())))
    }
}
