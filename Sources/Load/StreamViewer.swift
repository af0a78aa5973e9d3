import Clients
import JSON

/// A viewer that uses Server-Sent Events.
final class StreamViewer: Viewer {
    private var reading = HTTPReading()
    private var text: [UInt8] = []

    override func begin() {
        (reading, text) = (HTTPReading(), [])
        var fields = ["Accept: text/event-stream"]
        if let digest = replica.digest { fields.append("Last-Event-ID: \(digest)") }
        request(plan.route, fields)
    }

    override func handle(_ bytes: UnsafeMutableRawBufferPointer) throws(ReplicaFault) {
        for event in reading.take(bytes) {
            switch event {
            case .head(let status, _): if status != 200 { return refuse("status \(status)") }
            case .content(let more): text += more
            case .end: return leave()
            }
        }
        while let end = text.firstRange(of: [10, 10]) {
            let block = Array(text[..<end.lowerBound])
            text.removeSubrange(..<end.upperBound)
            try take(block)
        }
    }

    private func take(_ block: [UInt8]) throws(ReplicaFault) {
        var fields: [String: ArraySlice<UInt8>] = [:]
        for line in block.split(separator: 10) {
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            if parts.count == 2 { fields[String(decoding: parts[0], as: UTF8.self)] = parts[1].dropFirst() }
        }
        guard let name = fields["event"], let data = fields["data"] else { return }
        let id = fields["id"].map { String(decoding: $0, as: UTF8.self) }
        func json() -> JSON? { try? JSON(parsing: Array(data)) }
        switch String(decoding: name, as: UTF8.self) {
        case "snapshot":
            try replica.take(json(), called: id)
            recordState(.snapshot)
        case "patch":
            try replica.follow(json(), from: nil, to: id)
            recordState(.patch)
        case "current": recordState(.current)
        case "gone": recordState(.gone)
        default: break
        }
    }
}
