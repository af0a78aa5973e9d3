import DataSources
import JSON
import Loop
import SQLite

/// Mirrors a JSON file in a private database, so that all operations on tables work on its records. Writes commands to
/// the file.
///
/// The file is authoritative. Its new content is compared with the mirror, record by record, and becomes one
/// transaction of the mirror with only the rows that differ.
final class DocumentMirror: @unchecked Sendable {  // guard: the file's queue, from `follow` on
    /// The news for the loop.
    enum News: Sendable {
        /// The file can be read, and has this content.
        case good(DocumentShape)
        /// The file cannot be read.
        case bad(DocumentFault)
        /// Rows of the mirror have changed.
        case changed
    }

    /// The path of the JSON file.
    let path: String
    /// The database.
    let database: MirrorFile
    /// The content of the file when it was opened.
    let first: DocumentShape
    private let name: String
    private var shape: DocumentShape
    /// The content of the file after the last command.
    private var written: DocumentShape?
    private var mirror = Mirror()
    private var desk: Desk?
    /// The content that the mirror could not be updated to yet.
    private var unshown: DocumentShape?
    private var file: WatchedFile?

    /// Creates a mirror of the present file at `path`. Blocks while reading it.
    init(_ path: String) throws(StoreError) {
        self.path = path
        let base = path.split(separator: "/").last.map(String.init) ?? path
        name = base.lastIndex(of: ".").map { String(base[..<$0]) } ?? base
        switch DocumentReading(FileContent.read(path), name: name) {
        case .good(let shape): self.shape = shape
        case .bad(let fault): throw fault.storeError
        }
        first = shape
        database = try MirrorFile(mirror.follow(shape))
    }

    /// Follows the file from now on, and writes to the mirror through a desk. `tell` is called on the file's queue.
    func follow(through desk: Desk, interval: Duration, _ tell: @escaping @Sendable (News) -> Void) {
        self.desk = desk
        file = WatchedFile(path, interval: interval) { [weak self] in self?.take($0, tell) }
    }

    /// Writes through another desk from now on.
    func use(_ desk: Desk) {
        file?.look { [weak self] _ in
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
    func look(_ completion: @escaping @Sendable (FileStamp?) -> Void) {
        file?.look(completion)
    }

    /// Applies commands to the file and then to the mirror, in the order of the calls. `seen` is the content that
    /// viewers see. Retries until `deadline` while other programs keep writing. `completion` is called on the file's
    /// queue.
    func run(
        _ commands: [WriteCommand], seen: DocumentShape, deadline: ContinuousClock.Instant,
        _ completion: @escaping @Sendable (Result<[WriteOutcome], CommandError>) -> Void
    ) {
        guard let file else { return completion(.failure(.unavailable(.failed("the file is closed")))) }
        file.modify(until: deadline) { [self] content in
            let present = try DocumentReading(content, name: name).get()
            var edit = DocumentEdit(file: present, seen: [seen] + (written.map { [$0] } ?? []), name: name)
            let (next, outcomes) = try edit.run(commands)
            return (content.rewritten(to: next.root), (next, outcomes))
        } _: { [self] (result: Result<(DocumentShape, [WriteOutcome]), any Error>) in
            completion(
                result.map { shape, outcomes in
                    written = shape
                    show(shape)
                    return outcomes
                }.mapError(Self.commandError))
        }
    }
}

extension DocumentMirror {
    private func take(_ content: FileContent, _ tell: (News) -> Void) {
        switch DocumentReading(content, name: name) {
        case .good(let shape):
            tell(.good(shape))
            show(shape)
            tell(.changed)
        case .bad(let fault): tell(.bad(fault))
        }
    }

    /// Updates the mirror to a document, in one transaction.
    private func show(_ new: DocumentShape) {
        var next = mirror
        let steps = next.follow(new)
        guard steps.isEmpty || desk?.write(steps) == true else { return unshown = new }
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

extension Desk {
    /// Runs steps in one transaction on the desk's queue, and waits for them.
    fileprivate func write(_ steps: [MirrorStep]) -> Bool {
        perform { connection in
            guard let connection else { return false }
            let transaction = WriteTransaction(desk: self, connection: connection, patience: .seconds(1))
            do throws(SQLFailure) {
                try transaction.begin()
                try MirrorFile.run(steps, connection)
                try transaction.end()
                return true
            } catch {
                transaction.undo()
                return false
            }
        }
    }
}
