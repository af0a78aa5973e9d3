import DataSources
import Files
import JSON
import Lists
import Loop
import SQLite
import SQLiteEngine

/// Mirrors a JSON file in a private database, so that all operations on tables work on its records. Writes commands to
/// the file.
///
/// The file is authoritative. Its new content is compared with the mirror, record by record, and becomes one
/// transaction of the mirror with only the rows that differ.
final class JSONFileMirror: @unchecked Sendable {  // guard: the file's queue, from `follow` on
    /// The news for the loop.
    enum News: Sendable {
        /// The file can be read, and has this content.
        case good(JSONFileShape)
        /// The file cannot be read.
        case bad(JSONFileFault)
        /// Rows of the mirror have changed.
        case changed
    }

    /// The path of the JSON file.
    let path: String
    /// The database.
    let database: MirrorFile
    /// The content of the file when it was opened.
    let first: JSONFileShape
    private let name: String
    private var shape: JSONFileShape
    /// The content of the file after the last command.
    private var written: JSONFileShape?
    private var mirror = Mirror()
    private var desk: Desk?
    /// The content that the mirror could not be updated to yet.
    private var unshown: JSONFileShape?
    private var file: WatchedFile?

    /// Creates a mirror of the present file at `path`. Blocks while reading it.
    init(_ path: String) throws(StoreError) {
        self.path = path
        let base = path.fileName
        name = base.lastIndex(of: ".").map { String(base[..<$0]) } ?? base
        switch JSONFileReading(FileContent.read(path), name: name) {
        case .good(let shape): self.shape = shape
        case .bad(let fault): throw fault.storeError
        }
        first = shape
        database = try MirrorFile(mirror.follow(shape))
    }

    /// Follows the file from now on, and writes to the mirror through the desk in use. `notify` is called on the file's
    /// queue.
    func follow(interval: Duration, _ notify: @escaping @Sendable (News) -> Void) {
        file = WatchedFile(path, interval: interval) { [weak self] in self?.take($0, notify) }
    }

    /// Writes through another desk from now on.
    func use(_ desk: Desk) {
        guard let file else { return self.desk = desk }
        file.check { [weak self] _ in
            guard let self else { return }
            self.desk = desk
            if let unshown { show(unshown) }
        }
    }

    /// Stops following the file.
    func close() {
        file = nil
    }

    /// Reads the file. `completion` is called on its queue when the mirror shows the content.
    func check(_ completion: @escaping @Sendable (FileStamp?) -> Void) {
        file?.check(completion)
    }

    /// Applies commands to the file and then to the mirror, in the order of the calls. `seen` is the content that
    /// viewers see. Retries until `deadline` while other programs keep writing. `completion` is called on the file's
    /// queue.
    func run(
        _ commands: [WriteCommand], seen: JSONFileShape, deadline: ContinuousClock.Instant,
        _ completion: @escaping @Sendable (Result<[WriteOutcome], CommandError>) -> Void
    ) {
        guard let file else { return completion(.failure(.unavailable(.failed("the file is closed")))) }
        file.modify(until: deadline) { [self] content in
            let present = try JSONFileReading(content, name: name).get()
            var edit = JSONFileEdit(file: present, seen: [seen] + (written.map { [$0] } ?? []), name: name)
            let (next, outcomes) = try edit.run(commands)
            return (content.rewritten(to: next.root), (next, outcomes))
        } _: { [self] (result: Result<(JSONFileShape, [WriteOutcome]), any Error>) in
            completion(
                result.map { shape, outcomes in
                    written = shape
                    show(shape)
                    return outcomes
                }.mapError(Self.commandError))
        }
    }
}

extension JSONFileMirror {
    private func take(_ content: FileContent, _ notify: (News) -> Void) {
        switch JSONFileReading(content, name: name) {
        case .good(let shape):
            notify(.good(shape))
            show(shape)
            notify(.changed)
        case .bad(let fault): notify(.bad(fault))
        }
    }

    /// Updates the mirror to a shape, in one transaction.
    private func show(_ new: JSONFileShape) {
        var next = mirror
        let steps = next.follow(new)
        let isShown =
            steps.isEmpty
            || desk?.write { connection throws(SQLFailure) in try MirrorFile.run(steps, connection) } == true
        guard isShown else { return unshown = new }
        (mirror, shape, unshown) = (next, new, nil)
    }

    private static func commandError(_ error: any Error) -> CommandError {
        switch error {
        case let error as CommandError: error
        case FileWriteFailure.changed: .busy
        case FileWriteFailure.refused(let reason):
            .readOnly(message: "The file cannot be written: \(reason).")
        case FileWriteFailure.full: .unavailable(.document(.diskFull))
        case FileWriteFailure.system(let reason):
            .failed(message: "The file cannot be written: \(reason).")
        default: .failed(message: "\(error)")
        }
    }
}

extension FileContent {
    /// Returns the bytes of `new`, with as much of the present text as possible.
    fileprivate func rewritten(to new: JSON) -> [UInt8] {
        if case .bytes(let bytes) = self { JSON.rewriting(bytes, to: new) } else { new.bytes }
    }
}
