import DataSources
import Files
import JSON
import Loop
import Observation
import ViewModels

/// A JSON file as a model: follows changes by any process, and saves atomically.
///
///     struct Theme: Codable, Sendable { var accent = "blue" }
///
///     let theme = JSONFile("theme.json", initial: Theme())
///     …
///     override func updateOutputs() { accent = theme.value.accent }
///     …
///     try await theme.update { $0.accent = "red" }
///
/// A broken file, or one that was deleted, is a ``problem``: the last valid value stays, and the problem ends by itself
/// when the file can be read again. A problem is reported after one second if it lasts, because editors leave a file
/// broken for a moment. A file that never existed is no problem: the first save creates it. Reading, writing and
/// decoding happen off the event loop.
///
/// A `GET` of a view model that follows the file (``ViewModel/follow(_:)``) shows every write made before the request.
@Observable @SceneActor public final class JSONFile<Value: Sendable>: LiveModel {
    /// The value of the file when it was last valid; the initial value before that.
    public private(set) var value: Value
    /// Why the value is not the file's current content, or `nil`.
    public private(set) var problem: ListProblem? { didSet { looks.notify() } }
    /// Whether the file has been read once.
    public private(set) var isLoaded = false
    /// When the last completed read of the file began; `nil` before the first.
    @ObservationIgnored public private(set) var readAt: ContinuousClock.Instant?
    /// Notifies after each read of the file.
    @ObservationIgnored public let looks = Looks()

    @ObservationIgnored private let path: String
    @ObservationIgnored private let decode: @Sendable ([UInt8]) throws -> Value
    @ObservationIgnored private let encode: @Sendable (Value) throws -> [UInt8]
    @ObservationIgnored private var file: WatchedFile?
    @ObservationIgnored private var content = FileContent.missing
    /// The stamp of the content shown; `nil` if it was too fresh to rely on.
    @ObservationIgnored private var stamp: FileStamp?
    @ObservationIgnored private var isLooking = false
    @ObservationIgnored private let gate = Gate()
    @ObservationIgnored private let openedAt = ContinuousClock.now
    /// Whether the value comes from the last read.
    @ObservationIgnored private var isUnderstood = false
    @ObservationIgnored private var complaint: LoopTimer?
    @ObservationIgnored private var isSaving = false
    @ObservationIgnored private var savers: [CheckedContinuation<Void, Never>] = []

    /// Opens the file at `path` in a format of its own.
    ///
    /// - Parameters:
    ///   - initial: The value until the file has been read, and while there is no file.
    ///   - decode: Returns the value of the file's bytes, or throws their fault. Called off the event loop, as is
    ///     `encode`.
    ///   - encode: Returns the file's bytes of a value.
    public init(
        _ path: String, initial: Value, decode: @escaping @Sendable ([UInt8]) throws -> Value,
        encode: @escaping @Sendable (Value) throws -> [UInt8]
    ) {
        value = initial
        self.path = path
        self.decode = decode
        self.encode = encode
        file = WatchedFile(path, interval: .milliseconds(500)) { [weak self] content in
            let read = FileReading(content, decode)
            EventLoop.shared.post { self?.show(read) }
        }
    }

    /// Returns when the file has been read once, or when the caller's task is cancelled.
    public func loaded() async {
        await gate.pass()
    }

    /// Replaces the file's value atomically. When it returns, the model shows the value.
    ///
    /// - Parameter force: Whether to overwrite content that cannot be read, or that another program wrote and the model
    ///   does not show yet.
    /// - Throws: ``CommandFailure/conflict(message:fields:)`` when the file holds content that the model does not show,
    ///   and ``CommandFailure/failed(message:)`` with the reason when the file cannot be written.
    public func save(_ value: Value, force: Bool = false) async throws(CommandFailure) {
        await beginSaving()
        defer { endSaving() }
        try await write(value, force: force)
    }

    /// Changes the file's value after all earlier saves; see ``save(_:force:)``. If another program writes at the same
    /// time, `change` is called again with that program's value.
    public func update(_ change: @SceneActor (inout Value) -> Void) async throws(CommandFailure) {
        await beginSaving()
        defer { endSaving() }
        for _ in 1..<Self.attempts {
            var changed = value
            change(&changed)
            do throws(CommandFailure) {
                return try await write(changed, force: false)
            } catch {
                guard case .conflict = error else { throw error }
                await withCheckedContinuation { continuation in check { continuation.resume() } }
            }
        }
        throw Self.conflict
    }

    /// Returns whether the model shows the file's current content, or the file is missing. If not, starts to read the
    /// file. 1 µs.
    public func checkIsCurrent() -> Bool {
        if FileStamp(path).map({ $0 == stamp }) ?? true { return true }
        if !isLooking { check {} }
        return false
    }

    /// Calls `body` when the model shows the file's current content.
    private func check(_ body: @escaping @SceneActor () -> Void) {
        guard let file else { return body() }
        isLooking = true
        let start = ContinuousClock.now
        file.check { [weak self] seen in
            let stamp = seen.flatMap { $0.isFresh ? nil : $0 }
            EventLoop.shared.post {
                self?.record(stamp, start)
                body()
            }
        }
    }

    private func record(_ stamp: FileStamp?, _ start: ContinuousClock.Instant) {
        (self.stamp, readAt, isLooking) = (stamp, start, false)
        looks.notify()
    }

    private func write(_ value: Value, force: Bool) async throws(CommandFailure) {
        await loaded()
        guard force || isUnderstood else { throw Self.conflict }
        let encode = encode
        let expected = force ? nil : content
        let result: Result<[UInt8], any Error> = await withCheckedContinuation { continuation in
            file?.write(expecting: expected) {
                Self.bytes(try encode(value), inPlaceOf: $0)
            } _: { result in
                EventLoop.shared.post {
                    // Shown here and not after the wait, so that a later read is shown later.
                    if case .success(let bytes) = result { self.show(FileReading(.bytes(bytes), value: value)) }
                    continuation.resume(returning: result)
                }
            }
        }
        guard case .failure(let error) = result else { return }
        switch error {
        case FileWriteFailure.changed: throw Self.conflict
        case FileWriteFailure.full: throw .diskFull
        case FileWriteFailure.refused(let reason), FileWriteFailure.system(let reason):
            throw .failed(message: "The file cannot be written: \(reason).")
        default: throw .failed(message: "The value cannot be written as JSON: \(error)")
        }
    }

    /// Returns the bytes to write. JSON keeps the spelling and the white space of the parts it shares with the file.
    private nonisolated static func bytes(_ bytes: [UInt8], inPlaceOf content: FileContent) -> [UInt8] {
        guard case .bytes(let old) = content, !old.isEmpty, (try? JSON(parsing: old)) != nil,
            let new = try? JSON(parsing: bytes)
        else { return bytes }
        return JSON.rewriting(old, to: new)
    }

    private func show(_ reading: FileReading<Value>) {
        let wasThere = content != .missing
        content = reading.content
        complaint?.cancel()
        isUnderstood = reading.isUnderstood && (content != .missing || !wasThere)
        switch reading.result {
        case .success(let value?):
            self.value = value
            if problem != nil { problem = nil }
        case .success(nil): if wasThere { report(Self.missing) }
        case .failure(let problem): report(problem)
        }
        if !isLoaded { isLoaded = true }
        if readAt == nil {
            readAt = openedAt
            looks.notify()
        }
        gate.open()
    }

    /// Shows a problem if it lasts: a read may see an editor's unfinished write.
    private func report(_ problem: ListProblem) {
        guard isLoaded else { return self.problem = problem }
        if self.problem != nil { return self.problem = problem }
        complaint = EventLoop.shared.after(WatchedFile.patience) { [weak self] in self?.problem = problem }
    }

    /// Waits for earlier saves: each begins with the result of the one before.
    private func beginSaving() async {
        while isSaving { await withCheckedContinuation { savers.append($0) } }
        isSaving = true
    }

    private func endSaving() {
        isSaving = false
        if !savers.isEmpty { savers.removeFirst().resume() }
    }

    /// The number of attempts when other programs write at the same time.
    private nonisolated static var attempts: Int { 10 }

    private static var conflict: CommandFailure {
        .conflict(message: "Another program is writing to the file. Retry in a moment.", fields: [:])
    }

    private static var missing: ListProblem {
        ListProblem(code: "file-missing", message: "The file is missing. Its last content is shown.")
    }
}
