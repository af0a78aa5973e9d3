import Loop
import Observation

@Observable final class Artist {
    var name: String
    var label: Label?

    init(_ name: String, label: Label? = nil) {
        self.name = name
        self.label = label
    }
}

@Observable final class Label {
    var city: String

    init(_ city: String) {
        self.city = city
    }
}

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The events in order.
@SceneActor final class Log {
    var lines: [String] = []

    /// The records since the last call.
    func taken() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A gate where work waits until a test opens it.
@SceneActor final class Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var arrivals: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            for arrival in arrivals { arrival.resume() }
            arrivals = []
        }
    }

    /// Waits until a task waits at the gate.
    func arrival() async {
        guard waiting.isEmpty else { return }
        await withCheckedContinuation { arrivals.append($0) }
    }

    func open() {
        let passing = waiting
        waiting = []
        for continuation in passing { continuation.resume() }
    }
}
