import Clients
import JSON
import Loop

/// A viewer of a scene on some transport. It disconnects, and reconnects with the state that it has.
@SceneActor class Viewer {
    let plan: LoadPlan
    let tally: Tally
    /// The state of the viewer.
    var replica: Replica
    /// Whether the viewer applies each patch.
    let isWhole: Bool
    /// Whether the viewer has received a state since it last connected.
    private(set) var hasBegun = false
    private var line: Line?
    private var isResuming = false
    private var isOver = false
    private var coming: LoopTimer?

    init(_ plan: LoadPlan, _ tally: Tally, isWhole: Bool) {
        self.plan = plan
        self.tally = tally
        self.isWhole = isWhole
        replica = Replica(isWhole: isWhole)
    }

    /// Sends the first bytes on a new connection.
    func begin() {}

    /// Handles bytes from the server.
    func handle(_ bytes: UnsafeMutableRawBufferPointer) throws(ReplicaFault) {}

    /// Connects.
    final func come() {
        guard !isOver else { return }
        do throws(ConnectionError) {
            line = try Line(plan.address) { [unowned self] in
                receive($0)
            } onEnd: { [unowned self] in
                tally.ends += 1
                comeLater(within: 2_000)
            }
        } catch {
            tally.refusals[error.message, default: 0] += 1
            return comeLater(within: 2_000)
        }
        (hasBegun, isResuming) = (false, replica.digest != nil)
        begin()
    }

    /// Disconnects without notice, like a broken link, and reconnects soon.
    final func leave() {
        line?.end()
        comeLater(within: 500)
    }

    /// Disconnects, and reconnects without a state.
    final func forget() {
        replica = Replica(isWhole: isWhole)
        leave()
    }

    /// Stops or resumes reading.
    final func read(_ isReading: Bool) {
        line?.isReading = isReading
    }

    /// Disconnects for good.
    final func end() {
        isOver = true
        line?.end()
    }

    final func send(_ bytes: [UInt8]) { line?.send(bytes) }

    final func request(_ target: String, _ fields: [String]) {
        let lines = ["GET \(target) HTTP/1.1", "Host: \(plan.address.host)"] + fields
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }

    /// Counts a received state: the first one since the viewer connected, or a later one.
    final func recordState(_ kind: Tally.Resume) {
        if kind == .patch, !isResuming || hasBegun { tally.recordPatch(isTimed: isWhole) }
        if isResuming, !hasBegun { tally.record(kind) }
        hasBegun = true
    }

    /// Counts a refusal by the server, and reconnects.
    final func refuse(_ words: String) {
        tally.refusals[words, default: 0] += 1
        leave()
    }

    private func receive(_ bytes: UnsafeMutableRawBufferPointer) {
        if tally.isMeasuring { tally.bytes += bytes.count }
        do throws(ReplicaFault) {
            try handle(bytes)
        } catch {
            tally.record(error)
            replica = Replica(isWhole: isWhole)
            leave()
        }
    }

    private func comeLater(within milliseconds: Int) {
        hasBegun = false
        coming?.cancel()
        coming = EventLoop.shared.after(.milliseconds(Int.random(in: 50...milliseconds))) { [weak self] in self?.come()
        }
    }
}
