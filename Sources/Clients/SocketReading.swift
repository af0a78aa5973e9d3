import WebSockets

/// Reads what a server sends on a WebSocket: the response to the handshake, then messages.
package struct SocketReading {
    /// Something to handle.
    package enum Event {
        /// The handshake is done. The headers are by lower-case names.
        case opened([String: String])
        /// The server refused the handshake, with this status line.
        case refused(String)
        /// A text message.
        case message([UInt8])
        /// Send these bytes.
        case send([UInt8])
        /// The connection has ended, with the code and the reason of the close frame (1005 without a code). The code is
        /// `nil` if a frame is not valid.
        case closed(UInt16?, reason: String)
    }

    private var socket = WebSocketConnection(
        role: .client, limits: MessageLimits(maxMessageBytes: 64 * 1024 * 1024))
    private var head: [UInt8]? = []

    package init() {}

    /// The request of the handshake, with further header lines (RFC 6455 section 4.1).
    package static func request(to target: String = "/-/socket", host: String, _ fields: [String] = []) -> [UInt8] {
        let lines =
            [
                "GET \(target) HTTP/1.1", "Host: \(host)", "Connection: Upgrade", "Upgrade: websocket",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Sec-WebSocket-Protocol: oriel.v1",
            ] + fields
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Returns the frame of a text message.
    package static func frame(_ message: [UInt8]) -> [UInt8] { FrameWriter.frame(.text, message, mask: .random()) }

    /// Reads the next bytes, and calls `body` for each event.
    package mutating func take<Failure>(
        _ bytes: UnsafeMutableRawBufferPointer, _ body: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        var rest = bytes
        if let head {
            guard let opened = readHead(head, &rest) else { return }
            try body(opened)
            if case .refused = opened { return }
        }
        while let action = socket.next(&rest) {
            switch action {
            case .text(let payload): try body(.message(payload.array))
            case .send(let frame): try body(.send(frame))
            case .end(let ending, let frame):
                try body(.send(frame))
                try body(Self.event(for: ending))
            case .binary, .pong: break
            }
        }
    }

    private mutating func readHead(_ head: [UInt8], _ rest: inout UnsafeMutableRawBufferPointer) -> Event? {
        let all = head + rest
        guard let end = all.firstRange(of: [13, 10, 13, 10]) else {
            self.head = all
            return nil
        }
        self.head = nil
        rest = UnsafeMutableRawBufferPointer(rebasing: rest[(rest.count - (all.count - end.upperBound))...])
        let lines = String(decoding: all[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let status = lines.first.map(String.init) ?? ""
        return status.hasPrefix("HTTP/1.1 101") ? .opened(HTTPReading.fields(of: lines)) : .refused(status)
    }

    private static func event(for ending: WebSocketConnection.Ending) -> Event {
        switch ending {
        case .closedByPeer(let code, let reason), .closedByUs(let code, let reason):
            .closed(code?.rawValue ?? 1005, reason: reason)
        case .violation(let violation): .closed(nil, reason: "The server sent an invalid frame: \(violation).")
        }
    }
}
