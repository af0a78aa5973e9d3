import JSON
import Loop
import WebSockets

/// One who looks at a scene through some door, goes away and comes back with what they hold.
@SceneActor class Viewer {
    let plan: LoadPlan
    let tally: Tally
    /// What the viewer holds.
    var replica: Replica
    /// Whether the viewer applies each patch.
    let isWhole: Bool
    /// Whether the viewer has been shown something since it last came.
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

    /// Says what is said first on a new connection.
    func begin() {}

    /// Hears what the server says.
    func receive(_ bytes: UnsafeMutableRawBufferPointer) throws(ReplicaFault) {}

    /// Connects.
    final func come() {
        guard !isOver else { return }
        do throws(LoadError) {
            line = try Line(plan.address) { [unowned self] in
                hear($0)
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

    /// Goes away without a word, as a link that breaks does, and comes back soon.
    final func leave() {
        line?.end()
        comeLater(within: 500)
    }

    /// Goes away, and comes back as somebody new.
    final func forget() {
        replica = Replica(isWhole: isWhole)
        leave()
    }

    /// Stops reading, or goes on.
    final func read(_ isReading: Bool) {
        line?.isReading = isReading
    }

    /// Goes away for good.
    final func end() {
        isOver = true
        line?.end()
    }

    final func send(_ bytes: [UInt8]) { line?.send(bytes) }

    final func request(_ target: String, _ fields: [String]) {
        let lines = ["GET \(target) HTTP/1.1", "Host: \(plan.address.host)"] + fields
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }

    /// The viewer was shown a state: the first since it came, or the next.
    final func noteState(_ kind: Tally.Resume) {
        if kind == .patch, !isResuming || hasBegun { tally.notePatch(isTimed: isWhole) }
        if isResuming, !hasBegun { tally.note(kind) }
        hasBegun = true
    }

    /// The server would not; the viewer tries again.
    final func refuse(_ words: String) {
        tally.refusals[words, default: 0] += 1
        leave()
    }

    private func hear(_ bytes: UnsafeMutableRawBufferPointer) {
        if tally.isMeasuring { tally.bytes += bytes.count }
        do throws(ReplicaFault) {
            try receive(bytes)
        } catch {
            tally.note(error)
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
