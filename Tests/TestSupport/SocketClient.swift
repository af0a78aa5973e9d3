import Compression
import Glibc
import JSON
import WebSockets

/// A headless client on a WebSocket: it opens scenes, moves windows, runs commands, and keeps a replica of each scene
/// by applying patches.
package final class SocketClient: @unchecked Sendable {  // one test uses it, one call at a time
    private let connection: Connection
    private static let limits = MessageLimits(maxMessageBytes: 64 * 1024 * 1024)
    private var socket = WebSocketConnection(role: .client, limits: limits)
    private var messages: [JSON] = []
    /// The document of each scene, by its number.
    package private(set) var replicas: [Int64: Replica] = [:]
    private var resumed: [JSON: Replica] = [:]
    /// The close code that the server sent, if it closed.
    package private(set) var closeCode: UInt16?
    /// The reason of the close frame.
    package private(set) var closeReason = ""

    /// A scene as this client knows it.
    package struct Replica: Sendable {
        package var document: JSON
        package var digest: String
        package var patches = 0
    }

    /// The number of bytes read.
    package var receivedCount: Int { connection.receivedCount }

    /// The cookie of the handshake that a browser would send back, if any.
    package private(set) var cookie: String?

    /// The extensions that the server has agreed to.
    package private(set) var extensions: String?

    /// Connects and performs the handshake, optionally with a cookie, extensions, more headers and a query. A narrow
    /// connection has small system buffers.
    package init(
        port: Int, origin: String? = nil, cookie: String? = nil, offering offer: String? = nil,
        headers: [String: String] = [:], query: String = "", isNarrow: Bool = false
    ) async throws {
        connection = try await blocking { try Handover(Connection(port: port, isNarrow: isNarrow)) }.value
        let key = "dGhlIHNhbXBsZSBub25jZQ=="
        var request =
            "GET /-/socket?\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        request += "Connection: Upgrade\r\nUpgrade: websocket\r\n"
        request += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \(key)\r\nSec-WebSocket-Protocol: oriel.v1\r\n"
        if let origin { request += "Origin: \(origin)\r\n" }
        if let cookie { request += "Cookie: \(cookie)\r\n" }
        if let offer { request += "Sec-WebSocket-Extensions: \(offer)\r\n" }
        for (name, value) in headers { request += "\(name): \(value)\r\n" }
        let bytes = Array((request + "\r\n").utf8)
        try await blocking { [self] in
            try connection.send(bytes)
            let head = String(decoding: try connection.receive(through: "\r\n\r\n"), as: UTF8.self)
            guard head.hasPrefix("HTTP/1.1 101"), head.contains(Handshake.accept(for: key)) else {
                throw ClientError("no handshake: \(head)")
            }
            self.cookie = Self.value(of: "set-cookie", in: head).map { String($0.prefix { $0 != ";" }) }
            extensions = Self.value(of: "sec-websocket-extensions", in: head)
            guard extensions != nil else { return }
            socket = WebSocketConnection(role: .client, limits: Self.limits, inflater: Inflater())
        }
    }

    private static func value(of name: String, in head: String) -> String? {
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ": ") }
        return line.map { String($0.dropFirst(name.count + 2)) }
    }

    /// Sends a message.
    package func send(_ message: JSON) async throws {
        try await send(message.bytes)
    }

    /// Sends a message of any bytes.
    package func send(_ bytes: [UInt8], isBinary: Bool = false) async throws {
        try await send(frame: FrameWriter.frame(isBinary ? .binary : .text, bytes, mask: .random()))
    }

    /// Sends a compressed message, or bytes declared as one.
    package func send(compressed message: Fragment) async throws {
        try await send(frame: FrameWriter.frame(.text, compressed: message, mask: .random()))
    }

    /// Sends any frame.
    package func send(frame: [UInt8]) async throws {
        try await blocking { [self] in try connection.send(frame) }
    }

    /// Sends a part of a message, which may be the first, and the last.
    package func send(part bytes: [UInt8], isFirst: Bool, isLast: Bool) async throws {
        let frame = FrameWriter.frame(isFirst ? .text : .continuation, bytes, isFinal: isLast, mask: .random())
        try await blocking { [self] in try connection.send(frame) }
    }

    /// Closes with a code and waits until the server has answered and ended the connection.
    ///
    /// - Returns: The code that the server answered with.
    package func close(_ code: UInt16 = 1000) async throws -> UInt16? {
        guard let frame = socket.close(CloseCode(rawValue: code)) else { return closeCode }
        return try await blocking { [self] in
            try connection.send(frame)
            while closeCode == nil { try read() }
            guard try connection.receive().isEmpty else { throw ClientError("bytes arrived after the close") }
            return closeCode
        }
    }

    /// Waits until something arrives. Pings are answered, and messages are kept for ``next()``.
    package func receive() async throws {
        try await blocking { [self] in try read() }
    }

    /// The next message, after it has been applied to the replicas.
    package func next() async throws -> JSON {
        try await blocking { [self] in
            let deadline = ContinuousClock.now + patienceOfTests
            while messages.isEmpty {
                guard ContinuousClock.now < deadline else { throw ClientError("no message arrived in time") }
                try read()
            }
            let message = messages.removeFirst()
            try apply(message)
            return message
        }
    }

    /// The next message that meets a condition. Earlier messages are applied to the replicas.
    package func next(where condition: (JSON) -> Bool) async throws -> JSON {
        while true {
            let message = try await next()
            if condition(message) { return message }
        }
    }

    /// Opens a scene and waits for the answer, which may lead on from a replica that this client holds already.
    package func open(_ route: String, window: JSON? = nil, since held: Replica? = nil) async throws -> JSON {
        let ref = JSON.int(Int64.random(in: 1...1_000_000))
        var message: JSONObject = ["type": "open", "ref": ref, "route": .string(route)]
        message["window"] = window
        message["since"] = (held?.digest).map(JSON.string)
        resumed[ref] = held
        try await send(.object(message))
        return try await next { $0["ref"] == ref }
    }

    /// Runs a command and waits for the reply.
    package func run(_ command: String, scene: Int64, row: String? = nil, _ arguments: JSON = [:]) async throws -> JSON
    {
        let ref = JSON.int(Int64.random(in: 1...1_000_000))
        var message: JSONObject = [
            "type": "command", "ref": ref, "scene": .int(scene), "command": .string(command), "arguments": arguments,
        ]
        message["row"] = row.map(JSON.string)
        try await send(.object(message))
        return try await next { $0["ref"] == ref && $0["type"] == "reply" }
    }

    /// Sets inputs of a personal scene, or of one of its slots. The result arrives as a patch.
    package func set(_ values: JSON, scene: Int64, slot: String? = nil, ref: JSON? = nil) async throws {
        var message: JSONObject = ["type": "input", "scene": .int(scene), "values": values]
        message["slot"] = slot.map(JSON.string)
        message["ref"] = ref
        try await send(.object(message))
    }

    /// Reads messages until the replica of a scene has this digest.
    package func follow(_ scene: Int64, until digest: String) async throws {
        while replicas[scene]?.digest != digest { _ = try await next() }
    }

    /// Reads messages until the replica of a scene fulfils a condition.
    package func follow(_ scene: Int64, until condition: (JSON) -> Bool) async throws {
        while true {
            if let replica = replicas[scene], condition(replica.document) { return }
            _ = try await next()
        }
    }

    private func read() throws {
        var bytes = try connection.receive()
        guard !bytes.isEmpty else { throw ClientError("the server ended the connection") }
        try bytes.withUnsafeMutableBytes { buffer in
            var rest = buffer
            while let action = socket.next(&rest) {
                switch action {
                case .text(let payload): messages.append(try JSON(parsing: payload.array))
                case .send(let frame): try connection.send(frame)
                case .end(.closedByPeer(let code, let reason), _), .end(.closedByUs(let code, let reason), _):
                    closeCode = code?.rawValue
                    closeReason = reason
                    messages.append(["type": "closed"])
                default: break
                }
            }
        }
    }

    private func apply(_ message: JSON) throws {
        guard let scene = message["scene"]?.intValue else { return }
        if let ref = message["ref"], let held = resumed.removeValue(forKey: ref) { replicas[scene] = held }
        switch message["type"]?.stringValue {
        case "snapshot":
            let document = message["document"] ?? .null
            try document.check(text(message["digest"]))
            replicas[scene] = Replica(document: document, digest: text(message["digest"]))
        case "patch":
            guard var replica = replicas[scene] else { return }
            guard replica.digest == text(message["from"]) else {
                throw ClientError("a patch from \(text(message["from"])) for \(replica.digest)")
            }
            replica.document = try replica.document.applying(message["patch"] ?? .null)
            replica.digest = text(message["to"])
            replica.patches += 1
            try replica.document.check(replica.digest)
            replicas[scene] = replica
        case "gone": replicas[scene] = nil
        default: break
        }
    }

    private func text(_ json: JSON?) -> String { json?.stringValue ?? "" }
}
