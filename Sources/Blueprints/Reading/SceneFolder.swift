import DataSources
import Files
import Loop
import Rights
import Stores
import Tables
import ViewModels

/// The scenes in the YAML files of a folder. They are read when the server starts, and again when a file has changed
/// and then rests, all or nothing: a folder with mistakes changes nothing.
@SceneActor package final class SceneFolder {
    /// A folder that cannot be used: its mistakes, one a line.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The scenes in force.
    private(set) var scenes: SceneSet
    /// Called with other scenes when they are in force.
    var onChange: ((SceneSet) -> Void)?
    /// The mistakes in changed files, while the scenes stay as they were.
    let notice = Notice()
    private let path: String
    private let store: Store
    private let rules: @SceneActor () -> Rules?
    /// The names of the app's Swift that commands may call.
    private let calls: Set<String>
    private let onWarning: (String) -> Void
    private var files: [String: FileContent]
    private var folder: WatchedFolder?

    /// The interval at which the folder is checked, and at which a changed file has to rest.
    private static let interval = Duration.milliseconds(300)
    private var readings = 0

    private static let endings = [".yaml", ".yml"]
    private static let fileLimit = 200

    /// Reads the files at `path`.
    ///
    /// - Throws: ``Failure`` with every mistake.
    package convenience init(
        _ path: String, of store: Store, access: AccessFile?, onWarning: @escaping (String) -> Void
    ) async throws {
        try await self.init(path, of: store, rules: { access?.rules }, calls: [], onWarning: onWarning)
    }

    /// Reads the files at `path`. `rules` returns the rules in force, whose roles and attributes the files may name.
    /// `calls` are the names of the app's Swift that commands may call.
    init(
        _ path: String, of store: Store, rules: @escaping @SceneActor () -> Rules?, calls: Set<String>,
        onWarning: @escaping (String) -> Void
    ) async throws {
        (self.path, self.store, self.rules, self.calls, self.onWarning) = (path, store, rules, calls, onWarning)
        files = try Self.files(in: path)
        let (scenes, faults) = await Self.read(files, in: path, store, rules(), calls)
        guard faults.isEmpty else { throw Failure(description: faults.joined(separator: "\n")) }
        self.scenes = scenes
        folder = WatchedFolder(path, endings: Self.endings, interval: Self.interval, last: files) {
            [weak self] files in
            EventLoop.shared.post { self?.take(files) }
        }
    }

    /// Reads the files of a folder. Returns their mistakes, and without any, remarks on lists that are slow to keep
    /// current.
    package static func check(
        _ path: String, of store: Store, access: AccessFile?
    ) async -> (faults: [String], remarks: [String]) {
        do {
            let (scenes, faults) = await read(try files(in: path), in: path, store, access?.rules, nil)
            return (faults, faults.isEmpty ? await SceneRemarks(store: store).remarks(on: scenes) : [])
        } catch {
            return (["\(error)"], [])
        }
    }

    /// Reads the scenes against a changed schema. If they no longer fit, they stay as they are, and what they lack is
    /// missing.
    func follow(_ schema: Schema) { Task { @SceneActor [weak self] in await self?.adopt() } }

    /// Adopts changed files.
    private func take(_ files: [String: FileContent]) {
        self.files = files
        Task { @SceneActor [weak self] in await self?.adopt() }
    }

    private func adopt() async {
        readings += 1
        let reading = readings
        var (scenes, faults) = await Self.read(files, in: path, store, rules(), calls)
        if files.isEmpty, !self.scenes.scenes.isEmpty { faults.append("\(path): The folder has no file of scenes.") }
        guard reading == readings else { return }  // a later one reads the newer files or schema
        notice.problem = Self.problem(faults)
        guard faults.isEmpty else {
            for fault in faults { onWarning(fault) }
            return onWarning("\(path): The scenes stay as they were.")
        }
        self.scenes = scenes
        onChange?(scenes)
    }

    /// Returns the problem that open screens state after mistakes in a changed file.
    private static func problem(_ faults: [String]) -> ListProblem? {
        guard let first = faults.first else { return nil }
        let others = faults.count > 1 ? " The log has \(faults.count - 1) more." : ""
        return ListProblem(code: "scene-file", message: "\(first)\(others) The scenes stay as they were.")
    }

    /// Returns the content of the YAML files of a folder by name.
    private static func files(in path: String) throws -> [String: FileContent] {
        guard let files = WatchedFolder.read(path, endings: endings) else {
            throw Failure(description: "\(path): The folder of scenes cannot be read.")
        }
        return files
    }

    private static func read(
        _ files: [String: FileContent], in path: String, _ store: Store, _ rules: Rules?, _ calls: Set<String>?
    ) async -> (SceneSet, faults: [String]) {
        guard files.count <= fileLimit else {
            return (SceneSet(), ["\(path): There are more than \(fileLimit) files of scenes."])
        }
        var texts: [(name: String, text: String)] = []
        var faults: [String] = []
        for (name, content) in files.sorted(by: { $0.key < $1.key }) {
            switch content {
            case .missing: continue
            case .unreadable(let reason): faults.append("\(path)/\(name): The file cannot be read: \(reason).")
            case .bytes(let bytes):
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    faults.append("\(path)/\(name): The file is not UTF-8.")
                    continue
                }
                texts.append(("\(path)/\(name)", text))
            }
        }
        let context = SceneContext(schema: store.schema.shown, rules: rules, calls: calls)
        let (scenes, mistakes) = SceneSetReader.read(texts, in: context)
        faults += mistakes
        if faults.isEmpty { faults = await SceneSQLCheck(store: store).faults(of: scenes) }
        return (scenes, faults)
    }
}
