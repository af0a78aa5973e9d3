import Loop

/// What is counted: plain numbers on the loop, one addition an event. Nothing is counted for a single delivery.
@SceneActor final class Meters {
    /// How a viewer gets what it watches.
    enum Door: Int, CaseIterable {
        case get, stream, socket
    }

    /// What somebody is given who says which state they hold.
    enum Resume: Int, CaseIterable {
        case current, patch, snapshot, gone
    }

    /// What comes of a command.
    enum Outcome: Int, CaseIterable {
        case done, refused, failed
    }

    /// Patches that were made, by door.
    private(set) var patches = [0, 0, 0]
    /// Patches times those they were for, by door.
    private(set) var deliveries = [0, 0, 0]
    /// Patches that were left out for a viewer who does not read.
    var skipped = 0
    /// Single steps over what was left out.
    var steps = 0
    /// Those who came back, by door and by what they got.
    private(set) var resumes = [[Int]](repeating: [0, 0, 0, 0], count: 3)
    /// Commands that have begun and are not over.
    private(set) var running = 0
    /// Commands, by outcome.
    private(set) var commands = [0, 0, 0]
    /// Requests and messages that were answered with a problem, by its code.
    private(set) var problems: [String: Int] = [:]
    /// What was refused because of a limit.
    private(set) var refusals = Dictionary(uniqueKeysWithValues: Limit.allCases.map { ($0, 0) })
    /// From the look at the models that found a change until what came of it was handed to the system.
    private(set) var latency = Histogram()
    private var sending: [ContinuousClock.Instant] = []

    /// How many codes are told apart: an app may make up its own.
    private static let codeLimit = 200
    /// A look that lies back so far has not found what is sent now.
    private static let longest = 60.0

    /// Counts a patch for so many viewers, whose change a look that began at `look` has found.
    func notePatch(_ door: Door, viewers: Int, since look: ContinuousClock.Instant?) {
        patches[door.rawValue] += 1
        deliveries[door.rawValue] += viewers
        guard let look else { return }
        if sending.isEmpty { EventLoop.shared.atEndOfTurn(.count) { [weak self] in self?.noteSent() } }
        sending.append(look)
    }

    /// What was to be sent in this turn is sent.
    private func noteSent() {
        let now = ContinuousClock.now
        for look in sending {
            let seconds = (now - look) / .seconds(1)
            if seconds < Self.longest { latency.note(seconds) }
        }
        sending.removeAll(keepingCapacity: true)
    }

    /// Counts somebody who came back.
    func note(_ resume: Resume, at door: Door) { resumes[door.rawValue][resume.rawValue] += 1 }

    /// Notes that a command begins.
    func noteCommand() { running += 1 }

    /// Counts a command that is over.
    func note(_ outcome: Outcome) {
        running -= 1
        commands[outcome.rawValue] += 1
    }

    /// Counts an answer that is a problem.
    func note(_ code: String) {
        let isKnown = problems[code] != nil || problems.count < Self.codeLimit
        problems[isKnown ? code : "other", default: 0] += 1
    }

    /// Counts what a limit has refused.
    func note(_ limit: Limit) { refusals[limit, default: 0] += 1 }
}
