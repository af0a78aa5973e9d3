import Glibc
import JSON

/// A headless client of an event stream: it keeps a replica by applying patches.
package final class EventClient: @unchecked Sendable {  // one test uses it, one call at a time
    /// A received event.
    package struct Event: Sendable {
        package let name: String
        package let id: String?
        package let data: JSON
    }

    private let connection: Connection
    /// The document as this client knows it.
    package private(set) var document = JSON.null
    /// The state that the client holds.
    package private(set) var digest: String?
    /// The reconnection delay in milliseconds, if the server sent one.
    package private(set) var retry: Int?

    /// Opens a stream; `since` is the state that the client holds.
    package init(
        port: Int, _ target: String, since: String? = nil, holding document: JSON = .null,
        headers: [String: String] = [:], isNarrow: Bool = false
    ) async throws {
        self.document = document
        digest = since
        var request = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAccept: text/event-stream\r\n"
        if let since { request += "Last-Event-ID: \(since)\r\n" }
        for (name, value) in headers { request += "\(name): \(value)\r\n" }
        let bytes = Array((request + "\r\n").utf8)
        connection = try await blocking {
            let connection = try Connection(port: port, isNarrow: isNarrow)
            try connection.send(bytes)
            let head = String(decoding: try connection.receive(through: "\r\n\r\n"), as: UTF8.self)
            guard head.hasPrefix("HTTP/1.1 200") else { throw ClientError("no stream: \(head)") }
            return Handover(connection)
        }.value
    }

    /// Is out of reach from now on, without a word.
    package func vanish() throws { try connection.vanish() }

    /// The next event, after it has been applied to the replica.
    package func next() async throws -> Event {
        let event = try await blocking { [self] in try read() }
        digest = event.id ?? digest
        switch event.name {
        case "snapshot": document = event.data
        case "patch": document = try document.applying(event.data)
        default: break
        }
        if event.name != "gone", let digest { try document.check(digest) }
        return event
    }

    /// The next event or comment in its raw form.
    package func receive() async throws -> String {
        try await blocking { [self] in try readBlock() }
    }

    /// Reads chunks until an event is complete; comments are skipped, but not for ever.
    private func read() throws -> Event {
        let deadline = ContinuousClock.now + patienceOfTests
        while ContinuousClock.now < deadline {
            let lines = try readBlock().split(separator: "\n")
            var fields: [Substring: Substring] = [:]
            for line in lines {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2, line.first != ":" { fields[parts[0]] = parts[1].drop { $0 == " " } }
            }
            retry = fields["retry"].flatMap { Int($0) } ?? retry
            guard let name = fields["event"], let data = fields["data"] else { continue }
            return Event(name: String(name), id: fields["id"].map(String.init), data: try JSON(parsing: String(data)))
        }
        throw ClientError("no event arrived in time")
    }

    private var buffer: [UInt8] = []
    /// The number of bytes in the buffer that are before any empty line.
    private var searched = 0

    /// The text up to the next empty line, out of chunks.
    private func readBlock() throws -> String {
        while true {
            if let end = findEmptyLine() {
                defer { (buffer, searched) = (Array(buffer[(end + 2)...]), 0) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            let size = String(decoding: try connection.receive(through: "\r\n").dropLast(2), as: UTF8.self)
            guard let count = Int(size, radix: 16), count > 0 else { throw ClientError("the stream ended") }
            buffer += try connection.receive(count: count)
            _ = try connection.receive(count: 2)
        }
    }

    /// The position of the first empty line. Each byte is searched once, because an event may come in many chunks.
    private func findEmptyLine() -> Int? {
        buffer.withUnsafeBytes { bytes in
            while let start = bytes.baseAddress, searched < bytes.count,
                let found = memchr(start + searched, 0x0A, bytes.count - searched)
            {
                searched = UnsafeRawPointer(found) - start
                guard searched + 1 < bytes.count else { return nil }
                if bytes[searched + 1] == 0x0A { return searched }
                searched += 1
            }
            searched = bytes.count
            return nil
        }
    }
}
