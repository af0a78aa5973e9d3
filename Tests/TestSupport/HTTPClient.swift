import JSON

/// An answer to a request.
package struct HTTPAnswer {
    package let status: Int
    package let headers: [String: String]
    package let body: [UInt8]
    /// The cookies that it sets, by name, each with its attributes.
    package let cookies: [String: String]

    /// The body as JSON.
    package var json: JSON {
        get throws { try JSON(parsing: body) }
    }

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The entity tag without its quotes.
    package var tag: String? { headers["etag"].map { String($0.dropFirst().dropLast()) } }
}

/// Plain HTTP requests, each on a connection of its own.
package struct HTTPClient: Sendable {
    let port: Int

    package init(port: Int) {
        self.port = port
    }

    /// `GET`s a target such as `/Track?sort=-Name`.
    package func get(_ target: String, _ headers: [String: String] = [:]) async throws -> HTTPAnswer {
        try await send("GET", target, headers)
    }

    /// `POST`s JSON.
    package func post(
        _ target: String, _ body: JSON = [:], _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await send("POST", target, headers, body: body.bytes)
    }

    /// Sends a request and reads the answer, or the first event of a stream.
    package func send(
        _ method: String, _ target: String, _ headers: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> HTTPAnswer {
        var lines = ["\(method) \(target) HTTP/1.1", "Connection: close"]
        if headers["Host"] == nil { lines.append("Host: 127.0.0.1:\(port)") }
        lines += headers.map { "\($0.key): \($0.value)" }
        if let body { lines.append("Content-Length: \(body.count)") }
        let request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])
        return try await exchange(request, isHead: method == "HEAD")
    }

    /// Sends these bytes and reads one answer.
    package func exchange(_ request: [UInt8], isHead: Bool = false) async throws -> HTTPAnswer {
        try await blocking {
            let connection = try Connection(port: port)
            try connection.send(request)
            return try HTTPAnswer(from: connection, isHead: isHead)
        }
    }

    /// Sends the first part of a request, runs a body, sends the rest, and reads one answer.
    package func exchange(
        _ first: [UInt8], then rest: [UInt8], after body: @Sendable () async throws -> Void
    ) async throws -> HTTPAnswer {
        let connection = try await blocking { [port] in
            let connection = try Connection(port: port)
            try connection.send(first)
            return Handover(connection)
        }
        try await body()
        return try await blocking {
            try connection.value.send(rest)
            return try HTTPAnswer(from: connection.value, isHead: false)
        }
    }
}

/// Requests one after the other on one connection.
package final class KeptConnection: @unchecked Sendable {  // one test uses it, one call at a time
    private let connection: Connection

    package init(port: Int) throws {
        connection = try Connection(port: port)
    }

    /// `GET`s a target.
    package func get(_ target: String) async throws -> HTTPAnswer {
        try await blocking { [self] in
            try connection.send(Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            return try Handover(HTTPAnswer(from: connection, isHead: false))
        }.value
    }
}

extension HTTPAnswer {
    init(from connection: Connection, isHead: Bool) throws {
        let head = String(decoding: try connection.receive(through: "\r\n\r\n"), as: UTF8.self)
        let lines = head.split(separator: "\r\n")
        status = Int(lines[0].split(separator: " ")[1]) ?? 0
        var headers: [String: String] = [:]
        var cookies: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts[0].lowercased() == "set-cookie", let mark = parts[1].firstIndex(of: "=") {
                cookies[String(parts[1][..<mark].drop { $0 == " " })] = String(parts[1][parts[1].index(after: mark)...])
            }
            headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        self.headers = headers
        self.cookies = cookies
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        if isHead || status == 304 || status == 204 {
            body = []
        } else if headers["content-type"]?.hasPrefix("text/event-stream") == true {
            body = try connection.receiveEvent()
        } else if headers["transfer-encoding"] == "chunked" {
            var chunks: [UInt8] = []
            while let chunk = try connection.receiveChunk() { chunks += chunk }
            body = chunks
        } else {
            body = try connection.receive(count: length)
        }
    }
}
