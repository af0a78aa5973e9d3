import JSON
import Loop

/// A WebSocket to a server: messages of JSON in both directions.
@SceneActor package final class MessageLine {
    private let host: String
    private var line: Line?
    private var reading = SocketReading()
    private var messages: [JSON] = []
    private var end: ConnectionError?
    private var waiter: CheckedContinuation<Void, Never>?
    /// The headers of the handshake's response, by lower-case names; `nil` before the response.
    package private(set) var headers: [String: String]?

    private init(_ address: ServerAddress) {
        host = address.host
    }

    /// Connects, with further header lines in the handshake.
    package static func open(
        to address: ServerAddress, _ fields: [String] = [], within limit: Duration
    ) async throws(ConnectionError) -> MessageLine {
        let new = MessageLine(address)
        new.line = try Line(address) { [unowned new] in
            new.receive($0)
        } onEnd: { [unowned new] in
            new.finish("The server ended the connection.")
        }
        new.line?.send(SocketReading.request(host: address.host, fields))
        try await new.wait(within: limit) { new.headers != nil }
        return new
    }

    /// Sends a message.
    package func send(_ message: JSON) { line?.send(SocketReading.frame(message.bytes)) }

    /// Returns the next message.
    ///
    /// - Throws: The reason, if the connection has ended, or if none arrives in time.
    package func next(within limit: Duration) async throws(ConnectionError) -> JSON {
        try await wait(within: limit) { [unowned self] in !messages.isEmpty }
        return messages.removeFirst()
    }

    /// Disconnects.
    package func close() { line?.end() }

    private func wait(within limit: Duration, until condition: () -> Bool) async throws(ConnectionError) {
        var isLate = false
        let timer = EventLoop.shared.after(limit) { [weak self] in
            isLate = true
            self?.wake()
        }
        defer { timer.cancel() }
        while !condition() {
            if let end { throw end }
            guard !isLate else { throw ConnectionError("\(host) sent nothing for \(limit).") }
            await withCheckedContinuation { waiter = $0 }
        }
    }

    private func receive(_ bytes: UnsafeMutableRawBufferPointer) {
        reading.take(bytes) { event in
            switch event {
            case .opened(let headers): self.headers = headers
            case .refused(let status): finish("The server refused the socket: \(status).")
            case .message(let bytes):
                guard let message = try? JSON(parsing: bytes) else { return finish("A message is not JSON.") }
                messages.append(message)
            case .send(let frame): line?.send(frame)
            case .closed(let code, let reason):
                finish("The server closed the socket\(code.map { " with \($0)" } ?? ""): \(reason)")
            }
        }
        wake()
    }

    private func finish(_ reason: String) {
        end = end ?? ConnectionError(reason)
        wake()
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }
}
