import DataSources
import JSON
import Loop

/// Keeps a database of its own what a JSON file is, so that all that is done with tables can be done with records; and
/// writes commands to the file.
///
/// The file is the truth. What anybody writes there is compared with what the mirror has, record by record, and becomes
/// one transaction of the mirror, with just the rows that differ.
final class DocumentMirror: @unchecked Sendable {  // guard: the file's queue, from `follow` on
    /// What is to be known on the loop.
    enum News: Sendable {
        /// The file can be read, and this is what it holds.
        case good(DocumentShape)
        /// It cannot.
        case bad(DocumentFault)
        /// Rows of the mirror have changed.
        case changed
    }

    /// The document's file.
    let path: String
    /// The mirror's.
    let database: MirrorFile
    /// What the file held at first.
    let first: DocumentShape
    private let name: String
    private var shape: DocumentShape
    /// What the last command has made of the file.
    private var written: DocumentShape?
    private var mirror = Mirror()
    private var desk: Desk?
    /// What the mirror could not be made to show yet.
    private var unshown: DocumentShape?
    private var file: WatchedFile?

    /// A mirror of the file at `path`, as it is now. Blocks while it is read.
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

    /// Follows the file from now on, and writes to the mirror through a desk; `tell` is called on the file's queue.
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

    /// Lets go of the file.
    func close() {
        file = nil
    }

    /// Looks at the file; `completion` is called on its queue when the mirror shows what it holds.
    func look(_ completion: @escaping @Sendable (FileStamp?) -> Void) {
        file?.look(completion)
    }

    /// Carries commands out, in the file, then in the mirror, in the order of the calls; `seen` is what viewers see. While others
    /// write all the time, it is tried again until `deadline`. `completion` is called on the file's queue.
    func run(
        _ commands: [WriteCommand], seen: DocumentShape, deadline: ContinuousClock.Instant,
        _ completion: @escaping @Sendable (Result<[WriteOutcome], CommandError>) -> Void
    ) {
        guard let file else { return completion(.failure(.unavailable(.failed("it is closed")))) }
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

    /// Makes the mirror show a document, in one transaction.
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
    /// The bytes that mean `new`, as like these as may be.
    fileprivate func rewritten(to new: JSON) -> [UInt8] {
        if case .bytes(let bytes) = self { JSON.rewriting(bytes, to: new) } else { new.bytes }
    }
}

extension Desk {
    /// Takes steps in one transaction, on the desk's queue; waits for them.
    fileprivate func write(_ steps: [MirrorStep]) -> Bool {
        perform { connection in
            guard let connection else { return false }
            let frame = WriteFrame(desk: self, connection: connection, patience: .seconds(1))
            do throws(SQLFailure) {
                try frame.begin()
                try MirrorFile.run(steps, connection)
                try frame.end()
                return true
            } catch {
                frame.undo()
                return false
            }
        }
    }
}
