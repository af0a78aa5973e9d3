import Clients
import Loop

/// The counters of a run.
@SceneActor final class Tally {
    /// The response to a viewer that reconnected with a state.
    enum Resume: String, CaseIterable {
        case current
        case patch
        case snapshot
        case gone
    }

    var patches = 0
    var bytes = 0
    var resumes: [Resume: Int] = [:]
    /// The number of connections that the server ended.
    var ends = 0
    /// The number of refusals, by message.
    var refusals: [String: Int] = [:]
    /// The first faults in messages of the server.
    private(set) var faults: [String] = []
    private(set) var faultCount = 0
    /// The milliseconds from a change to the receipt of its patch.
    private(set) var latencies: [Double] = []
    /// The time when the last change was sent.
    var changedAt: ContinuousClock.Instant?
    /// Whether messages count. They do not while viewers connect, nor while they settle.
    var isMeasuring = false

    /// The maximum number of latencies that are kept.
    private static let limit = 1_000_000

    func record(_ fault: ReplicaFault) {
        faultCount += 1
        if faults.count < 5 { faults.append(fault.message) }
    }

    func recordPatch(isTimed: Bool) {
        guard isMeasuring else { return }
        patches += 1
        guard isTimed, let changedAt, latencies.count < Self.limit else { return }
        latencies.append((ContinuousClock.now - changedAt) / .milliseconds(1))
    }

    func record(_ resume: Resume) {
        resumes[resume, default: 0] += 1
    }
}
