import Loop

/// The counters of the server: plain numbers on the loop, one addition for each event. A single delivery costs nothing.
@SceneActor final class Meters {
    /// The transport of a viewer.
    enum Transport: Int, CaseIterable {
        case get, stream, socket
    }

    /// The response to a client that returns with a state.
    enum Resume: Int, CaseIterable {
        case current, patch, snapshot, gone
    }

    /// The outcome of a command.
    enum Outcome: Int, CaseIterable {
        case done, refused, failed
    }

    /// The number of patches that were made, by transport.
    private(set) var patches = [0, 0, 0]
    /// The number of patches times their viewers, by transport.
    private(set) var deliveries = [0, 0, 0]
    /// The number of patches that were skipped for viewers that do not read.
    var skipped = 0
    /// The number of single patches that replaced skipped ones.
    var steps = 0
    /// The number of clients that returned, by transport and by the response they got.
    private(set) var resumes = [[Int]](repeating: [0, 0, 0, 0], count: 3)
    /// The number of running commands.
    private(set) var running = 0
    /// The number of finished commands, by outcome.
    private(set) var commands = [0, 0, 0]
    /// The number of requests and messages that got an error, by its code.
    private(set) var problems: [String: Int] = [:]
    /// The number of refusals, by limit.
    private(set) var refusals = Dictionary(uniqueKeysWithValues: Limit.allCases.map { ($0, 0) })
    /// The time from the read of the models that found a change to the sending of its patches.
    private(set) var latency = Histogram()
    private var sending: [ContinuousClock.Instant] = []

    /// The maximum number of codes that are counted separately, because an app may define its own.
    private static let codeLimit = 200
    /// The maximum age of a read, in seconds. An older read did not find the change that is sent now.
    private static let longest = 60.0

    /// Counts a patch for `viewers`. The read of the models that found the change began at `look`.
    func recordPatch(_ transport: Transport, viewers: Int, since look: ContinuousClock.Instant?) {
        patches[transport.rawValue] += 1
        deliveries[transport.rawValue] += viewers
        guard let look else { return }
        if sending.isEmpty { EventLoop.shared.atEndOfTurn(.count) { [weak self] in self?.recordSent() } }
        sending.append(look)
    }

    /// Measures the latency of the patches sent in this turn.
    private func recordSent() {
        let now = ContinuousClock.now
        for look in sending {
            let seconds = (now - look) / .seconds(1)
            if seconds < Self.longest { latency.record(seconds) }
        }
        sending.removeAll(keepingCapacity: true)
    }

    /// Counts a client that returned.
    func record(_ resume: Resume, at transport: Transport) { resumes[transport.rawValue][resume.rawValue] += 1 }

    /// Counts a command that begins.
    func recordCommand() { running += 1 }

    /// Counts a command that has ended.
    func record(_ outcome: Outcome) {
        running -= 1
        commands[outcome.rawValue] += 1
    }

    /// Counts an error response.
    func record(_ code: String) {
        let isKnown = problems[code] != nil || problems.count < Self.codeLimit
        problems[isKnown ? code : "other", default: 0] += 1
    }

    /// Counts a refusal by a limit.
    func record(_ limit: Limit) { refusals[limit, default: 0] += 1 }
}
