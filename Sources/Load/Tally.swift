import Loop

/// What was counted in a run.
@SceneActor final class Tally {
    /// How clients that came back were led on from what they held.
    enum Resume: String, CaseIterable {
        case current
        case patch
        case snapshot
        case gone
    }

    var patches = 0
    var bytes = 0
    var resumes: [Resume: Int] = [:]
    /// How often the server ended a connection.
    var ends = 0
    /// What the server refused, by its words.
    var refusals: [String: Int] = [:]
    /// What was wrong with what viewers were told.
    private(set) var faults: [String] = []
    private(set) var faultCount = 0
    /// Milliseconds from a change being sent to a patch being received.
    private(set) var latencies: [Double] = []
    /// When the last change was sent.
    var changedAt: ContinuousClock.Instant?
    /// Whether what comes counts: not while viewers come, nor while they settle.
    var isMeasuring = false

    /// More than these are not kept.
    private static let limit = 1_000_000

    func note(_ fault: ReplicaFault) {
        faultCount += 1
        if faults.count < 5 { faults.append(fault.message) }
    }

    func notePatch(isTimed: Bool) {
        guard isMeasuring else { return }
        patches += 1
        guard isTimed, let changedAt, latencies.count < Self.limit else { return }
        latencies.append((ContinuousClock.now - changedAt) / .milliseconds(1))
    }

    func note(_ resume: Resume) {
        resumes[resume, default: 0] += 1
    }
}
