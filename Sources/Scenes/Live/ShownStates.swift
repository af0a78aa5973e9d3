import FoundationEssentials
import JSON
import Loop
import Wire

/// A file with the documents that viewers had when the server stopped, by route and digest. A viewer that comes back
/// after the restart gets one patch from its document to the current one. Documents of personal screens are not saved.
@SceneActor package final class ShownStates {
    private let path: String?
    private let onProblem: @SceneActor (String) -> Void
    private var before: [String: JSON] = [:]
    private var now: [String: [UInt8]] = [:]
    private var size = 0

    /// The maximum size of all documents, in bytes. A viewer whose document was not saved gets a whole document.
    private static let limit = 32 * 1024 * 1024
    /// The time for which documents are kept after a restart.
    private static let lifetime = Duration.seconds(600)

    /// Reads the saved documents, if there is a file. Without a path, nothing is saved. `onProblem` receives a sentence
    /// when the file cannot be read or written.
    package init(path: String? = nil, onProblem: @escaping @SceneActor (String) -> Void = { _ in }) {
        self.path = path
        self.onProblem = onProblem
        guard let path, FileManager.default.fileExists(atPath: path) else { return }
        let json = FileManager.default.contents(atPath: path).flatMap { try? JSON(parsing: Array($0)) }
        guard let states = json?["states"]?.objectValue else {
            let end = PrivateFile.keepDamaged(path)
            onProblem("\(path) is damaged. Returning clients get whole documents. \(end)")
            return
        }
        for (name, document) in states { before[name] = document }
        EventLoop.shared.after(Self.lifetime) { [weak self] in self?.before = [:] }
    }

    /// Returns the saved document with this digest at a route. O(document), because the digest is checked.
    func document(_ digest: Digest, of screen: Screen) -> JSON? {
        guard let document = before[Self.name(digest, screen)], Digest(document.contentHash) == digest else {
            return nil
        }
        return document
    }

    /// Keeps the state of a view if there is room.
    func keep(_ state: ViewState, of screen: Screen) {
        let name = Self.name(state.digest, screen)
        guard path != nil, now[name] == nil, size + state.bytes.count <= Self.limit else { return }
        now[name] = state.bytes
        size += state.bytes.count
    }

    /// Replaces the file with the states that were kept.
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
        if let reason { onProblem("\(path) cannot be written: \(reason). Returning clients get whole documents.") }
    }

    private static func name(_ digest: Digest, _ screen: Screen) -> String { "\(digest) \(screen.key)" }
}
