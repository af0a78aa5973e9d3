import FoundationEssentials
import JSON
import Loop

/// The sessions of a server between two runs: a JSON file that only its owner may read.
@SceneActor final class SessionFile {
    private let path: String
    private let onProblem: @SceneActor (String) -> Void
    private var writing: Task<String?, Never>?
    private var hasProblem = false

    /// A larger file, in bytes, is none of ours: sessions take a quarter of `memoryLimit`, and it would not fit into memory.
    private static let largest = 256 * 1024 * 1024

    /// A file at a path; `onProblem` is told in a sentence when it cannot be written, once until it can be again.
    init(path: String, onProblem: @escaping @SceneActor (String) -> Void) {
        self.path = path
        self.onProblem = onProblem
    }

    /// The sessions in the file that are not over; none when there is no file. What cannot be read of it is told of, and the
    /// file is kept beside before it is written over.
    func read(lifetime: Duration) -> [Session] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let json = PrivateFile.read(path, limit: Self.largest).flatMap { try? JSON(parsing: $0) }
        // One look at either clock for all, or two sessions used in one moment might change places.
        let (now, time) = (ContinuousClock.now, Date().timeIntervalSince1970)
        let entries = json?["sessions"]?.objectValue
        let found = entries?.map { Self.session($0.name, $0.value, now, time) } ?? [nil]
        if found.contains(where: { $0 == nil }) {
            onProblem("\(path) is damaged: sessions in it are lost. \(PrivateFile.keepDamaged(path))")
        }
        return found.compactMap(\.self).filter { $0.age(at: now) < lifetime }
    }

    /// A session as the file has it; `nil` if it makes no sense. The last two are the present, as seconds since 1970 too.
    private static func session(
        _ id: String, _ entry: JSON, _ now: ContinuousClock.Instant, _ time: Double
    ) -> Session? {
        guard let used = entry["used"]?.doubleValue, let states = entry["states"]?.objectValue else { return nil }
        let known = states.compactMap { route, state in state.objectValue.map { (route, $0) } }
        guard known.count == states.count else { return nil }
        // No more than a duration can be.
        let age = Duration.seconds(min(max(0, time - used), 1e9))
        return Session(id: id, lastUse: now - age, notes: entry["notes"]?.objectValue ?? [:], states: known)
    }

    /// Writes the sessions in place of those before, off the loop; a file that cannot be written stays as it was. They
    /// stand in the order in which they were used, and the states of each in the order in which they were changed.
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
        note(await task.value)
    }

    /// Tells of a problem that is new.
    private func note(_ reason: String?) {
        defer { hasProblem = reason != nil }
        guard let reason, !hasProblem else { return }
        onProblem("Sessions cannot be kept in \(path): \(reason). Until they can be, they are kept in memory only.")
    }
}
