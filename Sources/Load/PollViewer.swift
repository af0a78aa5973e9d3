import Clients
import JSON
import Loop

/// A viewer that repeatedly requests changes since its last response.
final class PollViewer: Viewer {
    private let interval: Duration
    private var reading = HTTPReading()
    private var status = 0
    private var fields: [String: String] = [:]
    private var content: [UInt8] = []
    private var timer: LoopTimer?

    init(_ plan: LoadPlan, _ tally: Tally, isWhole: Bool, interval: Duration = .seconds(1)) {
        self.interval = interval
        super.init(plan, tally, isWhole: isWhole)
    }

    override func begin() {
        (reading, content) = (HTTPReading(), [])
        timer?.cancel()
        ask()
    }

    private func ask() {
        var fields = ["Accept: application/json-patch+json"]
        if let digest = replica.digest { fields.append("If-None-Match: \"\(digest)\"") }
        request(plan.route, fields)
    }

    override func handle(_ bytes: UnsafeMutableRawBufferPointer) throws(ReplicaFault) {
        for event in reading.take(bytes) {
            switch event {
            case .head(let status, let fields): (self.status, self.fields, content) = (status, fields, [])
            case .content(let more): content += more
            case .end: try finish()
            }
        }
    }

    private func finish() throws(ReplicaFault) {
        let digest = fields["etag"]?.filter { $0 != "\"" }
        func json() -> JSON? { try? JSON(parsing: content) }
        switch (status, fields["content-type"]?.prefix { $0 != ";" }) {
        case (304, _): recordState(.current)
        case (200, "application/json-patch+json"):
            try replica.follow(json(), from: nil, to: digest)
            recordState(.patch)
        case (200, _):
            try replica.take(json(), called: digest)
            recordState(.snapshot)
        default: return refuse("status \(status)")
        }
        timer = EventLoop.shared.after(interval) { [weak self] in self?.ask() }
    }
}
