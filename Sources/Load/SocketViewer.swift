import JSON
import WebSockets

/// A viewer that uses a WebSocket.
final class SocketViewer: Viewer {
    private var socket = SocketViewer.fresh
    private var head: [UInt8]? = []

    private static var fresh: WebSocketConnection {
        WebSocketConnection(role: .client, limits: MessageLimits(maxMessageBytes: 64 * 1024 * 1024))
    }

    override func begin() {
        (socket, head) = (Self.fresh, [])
        request(
            "/-/socket",
            [
                "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: oriel.v1",
            ])
        var message: JSONObject = ["type": "open", "ref": 1, "route": .string(plan.route)]
        message["since"] = replica.digest.map(JSON.string)
        send(FrameWriter.frame(.text, JSON.object(message).bytes, mask: .random()))
    }

    override func handle(_ bytes: UnsafeMutableRawBufferPointer) throws(ReplicaFault) {
        var rest = bytes
        guard var head else { return try take(&rest) }
        head += bytes
        guard let end = head.firstRange(of: [13, 10, 13, 10]) else {
            self.head = head
            return
        }
        self.head = nil
        let status = String(decoding: head.prefix { $0 != 13 }, as: UTF8.self)
        guard status.hasPrefix("HTTP/1.1 101") else { return refuse(status) }
        rest = UnsafeMutableRawBufferPointer(rebasing: bytes[(bytes.count - (head.count - end.upperBound))...])
        try take(&rest)
    }

    private func take(_ bytes: inout UnsafeMutableRawBufferPointer) throws(ReplicaFault) {
        while let action = socket.next(&bytes) {
            switch action {
            case .text(let payload): try take(payload.array)
            case .send(let frame): send(frame)
            case .end(let ending, let frame):
                send(frame)
                if case .closedByPeer(let code, let reason) = ending {
                    return refuse("closed with \(code?.rawValue ?? 1005) \(reason)")
                }
                throw ReplicaFault("invalid WebSocket frame: \(ending)")
            case .binary, .pong: break
            }
        }
    }

    private func take(_ message: [UInt8]) throws(ReplicaFault) {
        func member(_ name: String) -> JSON? { (try? JSON(parsing: message))?[name] }
        switch message.member("type") {
        case "snapshot":
            try replica.take(member("document"), called: message.member("digest"))
            recordState(.snapshot)
        case "patch":
            try replica.follow(member("patch"), from: message.member("from"), to: message.member("to"))
            recordState(.patch)
        case "current": recordState(.current)
        case "gone": recordState(.gone)
        case "error": refuse(member("message")?.stringValue ?? "an error")
        default: break
        }
    }
}
