/// Parses responses from the bytes of a connection (RFC 9112): with a length, in chunks, or without content.
package struct HTTPReading {
    /// A parsed part of a response.
    package enum Event {
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

    private let isHead: Bool

    /// Creates a reader of responses, which have no content after requests of the method `HEAD`.
    package init(isHead: Bool = false) {
        self.isHead = isHead
    }

    /// Parses the next bytes.
    package mutating func take(_ more: UnsafeMutableRawBufferPointer) -> [Event] {
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
        let fields = Self.fields(of: lines)
        let status = Int(lines.first?.split(separator: " ").dropFirst().first ?? "") ?? 0
        let events = [Event.head(status, fields)]
        if !isHead, fields["transfer-encoding"]?.lowercased() == "chunked" {
            state = .chunkSize
            return events
        }
        let length = isHead || status == 304 || status < 200 ? 0 : Int(fields["content-length"] ?? "") ?? 0
        state = length > 0 ? .length(length) : .head
        return length > 0 ? events : events + [.end]
    }

    /// Returns the headers in the lines of a head, by lower-case names. A header that comes twice has a value of two
    /// lines.
    static func fields(of lines: [Substring]) -> [String: String] {
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (name, value) = (parts[0].lowercased(), String(parts[1].drop { $0 == " " }))
            fields[name] = fields[name].map { "\($0)\n\(value)" } ?? value
        }
        return fields
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
