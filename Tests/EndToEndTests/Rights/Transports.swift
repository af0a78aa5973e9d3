import JSON
import TestSupport

/// The ways to request a route, or to send a command to it.
enum Transport: String, CaseIterable {
    case get, head, gzip, delta, known, stream, socket, csv, json, ndjson, insert, update, delete, upload

    /// Whether the request would change something.
    var isCommand: Bool { command != nil || self == .upload }

    fileprivate var format: String? { [.csv, .json, .ndjson].contains(self) ? rawValue : nil }

    fileprivate var command: String? { [.insert, .update, .delete].contains(self) ? rawValue : nil }

    fileprivate var headers: [String: String] {
        switch self {
        case .gzip: ["Accept-Encoding": "gzip"]
        case .delta: ["Accept": "application/json-patch+json", "If-None-Match": "\"0123456789abcdef\""]
        case .known: ["If-None-Match": "*"]
        case .stream: ["Accept": "text/event-stream", "Last-Event-ID": "0123456789abcdef"]
        case .upload: ["Content-Type": "image/png"]
        default: [:]
        }
    }
}

extension TestServer {
    /// Requests a target as a principal through a transport.
    ///
    /// - Parameters:
    ///   - name: A name in the target, such as that of a hidden column. The result has `NAME` in its place.
    ///   - socket: The socket to use; `nil` opens one.
    /// - Returns: Everything that the client learns: status, headers and body; `nil` if the target has no export.
    nonisolated func told(
        _ target: String, as principal: String?, by transport: Transport, instead name: String = "",
        _ socket: SocketClient? = nil
    ) async throws -> String? {
        if transport == .socket {
            let client = if let socket { socket } else { try await self.socket(as: principal) }
            var message = try await client.open(target).objectValue ?? [:]
            (message["ref"], message["scene"]) = (nil, nil)
            let text = JSON.object(message).text
            return name.isEmpty ? text : text.replacing(name, with: "NAME")
        }
        var target = target
        if let suffix = transport.format ?? transport.command {
            let path = target.prefix { $0 != "?" }
            guard transport.isCommand || path.split(separator: "/").count == 1 else { return nil }
            target = "\(path):\(suffix)" + target.dropFirst(path.count)
        }
        let headers = Self.headers(principal, transport.headers)
        let http = HTTPClient(port: port)
        if transport.command != nil { return try await http.post(target, ["Note": "x"], headers).told(instead: name) }
        let method = transport == .head ? "HEAD" : transport == .upload ? "PUT" : "GET"
        let body: [UInt8]? = transport == .upload ? [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] : nil
        return try await http.send(method, target, headers, body: body).told(instead: name)
    }
}
