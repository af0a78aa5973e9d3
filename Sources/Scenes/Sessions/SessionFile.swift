import FoundationEssentials
import Glibc
import JSON
import Loop

/// The sessions of a server between two runs: a JSON file that only its owner may read.
@SceneActor final class SessionFile {
    private let path: String
    private var writing: Task<Void, Never>?

    init(path: String) {
        self.path = path
    }

    /// The sessions in the file that are not over; none when there is no file, or nothing in it that can be read.
    func read(lifetime: Duration) -> [Session] {
        guard let data = FileManager.default.contents(atPath: path), let json = try? JSON(parsing: Array(data)),
            case .object(let entries)? = json["sessions"]
        else { return [] }
        let now = Date().timeIntervalSince1970
        return entries.compactMap { id, entry in
            guard let used = entry["used"]?.doubleValue, case .object(let states)? = entry["states"] else { return nil }
            let age = Duration.seconds(min(max(0, now - used), 1e9))  // no more than a duration can be
            guard age < lifetime else { return nil }
            let known = states.compactMap { route, state in state.objectValue.map { (route, $0) } }
            return Session(
                id: id, lastUse: .now - age, states: Dictionary(known, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// Writes the sessions in place of those before, off the loop; a file that cannot be written stays as it was.
    func write(_ sessions: [Session]) async {
        let now = ContinuousClock.now
        let time = Date().timeIntervalSince1970
        let entries = sessions.sorted { $0.id < $1.id }.map { session -> (String, JSON) in
            let age = session.lastUse.duration(to: now)
            let used = time - Double(age.components.seconds)
            let states = session.states.sorted { $0.key < $1.key }.map { ($0.key, JSON.object($0.value)) }
            return (session.id, ["used": .double(used.rounded()), "states": .object(JSONObject(states))])
        }
        let bytes = JSON.object(["sessions": .object(JSONObject(entries))]).bytes
        let before = writing
        let path = path
        let task = Task.detached {
            await before?.value
            Self.replace(path, with: bytes)
        }
        writing = task
        await task.value
    }

    /// Writes a file beside it, which nobody else may read from its first moment on, and puts it in its place.
    nonisolated private static func replace(_ path: String, with bytes: [UInt8]) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            rest.removeFirst(count)
        }
        guard fsync(file) == 0, close(file) == 0, rest.isEmpty else { return }
        rename(draft, path)
    }
}
