import Loop

/// A response to an HTTP request.
package struct HTTPResult: Sendable {
    /// The status.
    package internal(set) var status = 0
    /// The headers by lower-case names.
    package internal(set) var headers: [String: String] = [:]
    /// The content.
    package internal(set) var body: [UInt8] = []
}

/// One HTTP request on a connection of its own.
@SceneActor package final class Exchange {
    private var line: Line?
    private var reading: HTTPReading
    private var result = HTTPResult()
    private var waiter: CheckedContinuation<Result<HTTPResult, ConnectionError>, Never>?

    private init(isHead: Bool) {
        reading = HTTPReading(isHead: isHead)
    }

    /// Sends a request, and returns the response.
    package static func send(
        _ method: String, _ target: String, to address: ServerAddress, headers: [String: String] = [:],
        body: [UInt8]? = nil, within limit: Duration
    ) async throws(ConnectionError) -> HTTPResult {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(address.host)", "Connection: close"]
        lines += headers.map { "\($0.key): \($0.value)" }
        if let body { lines.append("Content-Length: \(body.count)") }
        let request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])
        return try await Exchange(isHead: method == "HEAD").run(request, on: address, within: limit)
    }

    private func run(
        _ request: [UInt8], on address: ServerAddress, within limit: Duration
    ) async throws(ConnectionError) -> HTTPResult {
        let line = try Line(address) { [unowned self] in
            receive($0)
        } onEnd: { [unowned self] in
            finish(.failure(ConnectionError("\(address.host) ended the connection without a response.")))
        }
        self.line = line
        let timer = EventLoop.shared.after(limit) { [unowned self] in
            finish(.failure(ConnectionError("\(address.host) did not respond within \(limit).")))
        }
        line.send(request)
        let result = await withCheckedContinuation { waiter = $0 }
        timer.cancel()
        line.end()
        return try result.get()
    }

    private func receive(_ bytes: UnsafeMutableRawBufferPointer) {
        for event in reading.take(bytes) {
            switch event {
            case .head(let status, let headers): (result.status, result.headers) = (status, headers)
            case .content(let part): result.body += part
            case .end: finish(.success(result))
            }
        }
    }

    private func finish(_ result: Result<HTTPResult, ConnectionError>) {
        waiter?.resume(returning: result)
        waiter = nil
    }
}
