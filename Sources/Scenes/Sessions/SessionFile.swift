import FoundationEssentials
import JSON
import Loop

/// A JSON file that keeps a server's sessions over a restart. Only its owner may read it.
@SceneActor final class SessionFile {
    private let path: String
    private let onProblem: @SceneActor (String) -> Void
    private var writing: Task<String?, Never>?
    private var hasProblem = false

    /// The most bytes that are read. The server writes no larger file, because sessions take a quarter of
    /// `memoryLimit`.
    private static let largest = 256 * 1024 * 1024

    /// Makes a session file at a path.
    ///
    /// - Parameter onProblem: Called with a sentence when the file is damaged, and at the first of several failed
    ///   writes.
    init(path: String, onProblem: @escaping @SceneActor (String) -> Void) {
        self.path = path
        self.onProblem = onProblem
    }

    /// Returns the sessions in the file that have not expired; none if there is no file. A damaged file is reported,
    /// and kept under another name.
    func read(lifetime: Duration) -> [Session] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let json = PrivateFile.read(path, limit: Self.largest).flatMap { try? JSON(parsing: $0) }
        // Each clock is read once, so that sessions of the same moment keep their order.
        let (now, time) = (ContinuousClock.now, Date().timeIntervalSince1970)
        let entries = json?["sessions"]?.objectValue
        let found = entries?.map { Self.session($0.name, $0.value, now, time) } ?? [nil]
        if found.contains(where: { $0 == nil }) {
            onProblem("\(path) is damaged. Its sessions are lost. \(PrivateFile.keepDamaged(path))")
        }
        return found.compactMap(\.self).filter { $0.age(at: now) < lifetime }
    }

    /// Reads a session from its entry; `nil` if the entry is invalid. `now` and `time`, in seconds since 1970, are the
    /// present.
    private static func session(
        _ id: String, _ entry: JSON, _ now: ContinuousClock.Instant, _ time: Double
    ) -> Session? {
        guard let used = entry["used"]?.doubleValue, let states = entry["states"]?.objectValue else { return nil }
        let known = states.compactMap { route, state in state.objectValue.map { (route, $0) } }
        guard known.count == states.count else { return nil }
        // A longer time would overflow a `Duration`.
        let age = Duration.seconds(min(max(0, time - used), 1e9))
        return Session(id: id, lastUse: now - age, notes: entry["notes"]?.objectValue ?? [:], states: known)
    }

    /// Replaces the file, off the loop. If that fails, the file stays as it was. Sessions are in the order of their
    /// last use, and the states of each in the order of their last change.
    func write(_ sessions: [Session]) async {
        let now = ContinuousClock.now
        let time = Date().timeIntervalSince1970
        let entries = sessions.sorted { $0.age(at: now) > $1.age(at: now) }.map { session -> (String, JSON) in
            let used = time - session.age(at: now) / .seconds(1)
            let states = session.routes.map { ($0, JSON.object(session.states[$0] ?? [:])) }
            var entry: JSONObject = ["used": .double(used), "states": .object(JSONObject(states))]
            if !session.notes.isEmpty { entry["notes"] = .object(session.notes) }
            return (session.id, .object(entry))
        }
        let bytes = JSON.object(["sessions": .object(JSONObject(entries))]).bytes
        let before = writing
        let path = path
        let task = Task.detached {
            _ = await before?.value
            return PrivateFile.replace(path, with: bytes)
        }
        writing = task
        record(await task.value)
    }

    /// Reports a failed write, unless the write before has failed too.
    private func record(_ reason: String?) {
        defer { hasProblem = reason != nil }
        guard let reason, !hasProblem else { return }
        onProblem("Sessions cannot be saved to \(path): \(reason). They stay in memory until a save succeeds.")
    }
}
