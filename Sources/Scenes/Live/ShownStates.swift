import FoundationEssentials
import JSON
import Loop
import Wire

/// The documents that viewers had when the server was stopped, in a file, by route and name: from there one patch leads them
/// to the present state when they come back. Those of personal screens are not among them.
@SceneActor package final class ShownStates {
    private let path: String?
    private let onProblem: @SceneActor (String) -> Void
    private var before: [String: JSON] = [:]
    private var now: [String: [UInt8]] = [:]
    private var size = 0

    /// More bytes of documents than this are not kept: whose document is not among them gets it whole.
    private static let limit = 32 * 1024 * 1024
    /// For so long viewers come back.
    private static let lifetime = Duration.seconds(600)

    /// Reads the states of before from a file, if there is one; without a path nothing is kept. `onProblem` is told in a
    /// sentence when the file cannot be read or written.
    package init(path: String? = nil, onProblem: @escaping @SceneActor (String) -> Void = { _ in }) {
        self.path = path
        self.onProblem = onProblem
        guard let path, FileManager.default.fileExists(atPath: path) else { return }
        let json = FileManager.default.contents(atPath: path).flatMap { try? JSON(parsing: Array($0)) }
        guard let states = json?["states"]?.objectValue else {
            let end = PrivateFile.keepDamaged(path)
            onProblem("\(path) is damaged: viewers who come back get whole documents. \(end)")
            return
        }
        for (name, document) in states { before[name] = document }
        EventLoop.shared.after(Self.lifetime) { [weak self] in self?.before = [:] }
    }

    /// The document that was called `digest` at a route. O(1), but for checking that it is what it is called.
    func document(_ digest: Digest, at route: Route) -> JSON? {
        guard let document = before[Self.name(digest, route)], Digest(document.contentHash) == digest else {
            return nil
        }
        return document
    }

    /// Keeps the state of a view, if there is room.
    func keep(_ state: ViewState, at route: Route) {
        let name = Self.name(state.digest, route)
        guard path != nil, now[name] == nil, size + state.bytes.count <= Self.limit else { return }
        now[name] = state.bytes
        size += state.bytes.count
    }

    /// Writes what was kept in place of what the file had.
    package func save() async {
        guard let path else { return }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("states")
        writer.beginObject()
        for (name, document) in now {
            writer.key(name)
            writer.raw(document)
        }
        writer.endObject()
        writer.endObject()
        let bytes = writer.bytes
        let reason = await Task.detached { PrivateFile.replace(path, with: bytes) }.value
        if let reason { onProblem("\(path) cannot be written: \(reason). Viewers who come back get whole documents.") }
    }

    private static func name(_ digest: Digest, _ route: Route) -> String { "\(digest) \(route)" }
}
