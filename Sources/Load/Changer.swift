import Clients
import Loop

/// Sends a command repeatedly at a limited rate. Each command waits for the response to the one before.
@SceneActor final class Changer {
    private let plan: LoadPlan
    private let change: LoadPlan.Change
    private let tally: Tally
    private var line: Line?
    private var reading = HTTPReading()
    private var next: LoopTimer?
    private var due = ContinuousClock.now
    private var isOver = false
    /// Whether a command has no response yet.
    private var isWaiting = false
    /// The number of commands sent.
    private(set) var sent = 0
    /// The number of commands that succeeded.
    private(set) var done = 0

    init(_ plan: LoadPlan, _ change: LoadPlan.Change, _ tally: Tally) {
        self.plan = plan
        self.change = change
        self.tally = tally
    }

    /// Connects and sends the first command.
    func start() {
        guard !isOver else { return }
        reading = HTTPReading()
        do throws(ConnectionError) {
            line = try Line(plan.address) { [unowned self] in
                receive($0)
            } onEnd: { [unowned self] in
                startLater()
            }
        } catch {
            tally.refusals[error.message, default: 0] += 1
            return startLater()
        }
        due = .now
        send()
    }

    /// Stops, and waits for the response to a command that was sent before, but not longer than `patience`.
    func stop(within patience: Duration) async {
        isOver = true
        next?.cancel()
        let start = ContinuousClock.now
        while isWaiting, .now - start < patience { await EventLoop.shared.pause(.milliseconds(10)) }
    }

    private func startLater() {
        isWaiting = false
        next = EventLoop.shared.after(.milliseconds(200)) { [weak self] in self?.start() }
    }

    private func send() {
        guard !isOver else { return }
        sent += 1
        isWaiting = true
        let body = change.body.split(separator: "{n}", omittingEmptySubsequences: false).joined(separator: "\(sent)")
        let head = [
            "POST \(change.target) HTTP/1.1", "Host: \(plan.address.host)", "Content-Type: application/json",
            "Content-Length: \(body.utf8.count)",
        ]
        tally.changedAt = .now
        line?.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    }

    private func receive(_ bytes: UnsafeMutableRawBufferPointer) {
        for event in reading.take(bytes) {
            switch event {
            case .head(let status, _) where status == 200: done += 1
            case .head(let status, _): tally.refusals["command: status \(status)", default: 0] += 1
            case .content: break
            case .end: wait()
            }
        }
    }

    private func wait() {
        isWaiting = false
        due = max(due + .seconds(1) / change.rate, .now)
        next = EventLoop.shared.after(due - .now) { [weak self] in self?.send() }
    }
}
