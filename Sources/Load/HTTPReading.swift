/// Parses responses from the bytes of a connection (RFC 9112): with a length, in chunks, or without content.
struct HTTPReading {
    /// A parsed part of a response.
    enum Event {
        /// The status, and the headers by lower-case names.
        case head(Int, [String: String])
        /// A part of the content.
        case content([UInt8])
        /// The response is complete.
        case end
    }

    private enum State {
        case head
        case length(Int)
        case chunkSize
        case chunk(Int)
        case chunkEnd
        case trailer
    }

    private var state = State.head
    private var bytes: [UInt8] = []

    /// Parses the next bytes.
    mutating func take(_ more: UnsafeMutableRawBufferPointer) -> [Event] {
        bytes += more
        var events: [Event] = []
        while let event = next() { events += event }
        return events
    }

    /// Parses the next part; `nil` if more bytes are needed.
    private mutating func next() -> [Event]? {
        switch state {
        case .head: return head()
        case .length(let rest), .chunk(let rest): return content(rest)
        case .chunkSize:
            guard let line = line() else { return nil }
            let size = Int(line.prefix { $0 != ";" }, radix: 16) ?? 0
            state = size > 0 ? .chunk(size) : .trailer
            return []
        case .chunkEnd:
            guard line() != nil else { return nil }
            state = .chunkSize
            return []
        case .trailer:
            guard let line = line() else { return nil }
            guard line.isEmpty else { return [] }
            state = .head
            return [.end]
        }
    }

    private mutating func head() -> [Event]? {
        guard let end = bytes.firstRange(of: [13, 10, 13, 10]) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        bytes.removeSubrange(..<end.upperBound)
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
        }
        let status = Int(lines.first?.split(separator: " ").dropFirst().first ?? "") ?? 0
        let events = [Event.head(status, fields)]
        if fields["transfer-encoding"]?.lowercased() == "chunked" {
            state = .chunkSize
            return events
        }
        let length = status == 304 || status < 200 ? 0 : Int(fields["content-length"] ?? "") ?? 0
        state = length > 0 ? .length(length) : .head
        return length > 0 ? events : events + [.end]
    }

    private mutating func content(_ rest: Int) -> [Event]? {
        guard !bytes.isEmpty else { return nil }
        let part = Array(bytes.prefix(rest))
        bytes.removeFirst(part.count)
        let left = rest - part.count
        if case .chunk = state {
            state = left > 0 ? .chunk(left) : .chunkEnd
            return [.content(part)]
        }
        state = left > 0 ? .length(left) : .head
        return left > 0 ? [.content(part)] : [.content(part), .end]
    }

    private mutating func line() -> String? {
        guard let end = bytes.firstRange(of: [13, 10]) else { return nil }
        defer { bytes.removeSubrange(..<end.upperBound) }
        return String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    }
}
