import DataSources
import JSON
import Loop
import Observation
import Stores
import ViewModels

/// A JSON file as a model: what it holds, followed when any process writes it, and saved at one go.
///
///     struct Theme: Codable, Sendable { var accent = "blue" }
///
///     let theme = JSONFile("theme.json", initial: Theme())
///     …
///     override func updateOutputs() { accent = theme.value.accent }
///     …
///     try await theme.update { $0.accent = "red" }
///
/// A file that is broken, or gone after it was there, is a ``problem``: the last good value stays, and everything goes on by
/// itself when it can be read again. (It is told after a second, if it lasts: editors leave a file broken for a moment.) One that was never there is no problem: it is made by the first save. Reading, writing
/// and decoding happen off the loop.
///
/// A `GET` of a view model that follows the file (``ViewModel/follow(_:)``) shows every write made before the request.
@Observable @SceneActor public final class JSONFile<Value: Sendable>: LiveModel {
    /// What the file holds, or held when it could last be read; the initial value before that.
    public private(set) var value: Value
    /// Why what is shown is not what the file holds, if it is not.
    public private(set) var problem: ListProblem? { didSet { looks.tell() } }
    /// Whether the file has been looked at.
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
    /// Whether what is shown is what the file held when it was last read.
    @ObservationIgnored private var isUnderstood = false
    @ObservationIgnored private var complaint: LoopTimer?
    @ObservationIgnored private var isSaving = false
    @ObservationIgnored private var savers: [CheckedContinuation<Void, Never>] = []

    /// The file at `path`, in a form of its own.
    ///
    /// - Parameters:
    ///   - initial: What is shown until the file has been read, and when there is none.
    ///   - decode: Makes a value of the file's bytes, or throws what is wrong with them. Called off the loop, as is `encode`.
    ///   - encode: Makes the file's bytes of a value.
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

    /// Returns when the file has been looked at, or when the caller's task is cancelled.
    public func loaded() async {
        await gate.pass()
    }

    /// Puts a value in the place of what the file holds: whole, or not at all. When it returns, it is shown.
    ///
    /// - Parameter force: Whether what cannot be read, or was written by somebody in a moment that is not shown yet, is
    ///   overwritten.
    /// - Throws: ``CommandFailure/conflict(message:fields:)`` when the file holds something that is not shown, and
    ///   ``CommandFailure/failed(message:)`` with the reason when it cannot be written.
    public func save(_ value: Value, force: Bool = false) async throws(CommandFailure) {
        await beginSaving()
        defer { endSaving() }
        try await write(value, force: force)
    }

    /// Changes what the file holds, from what it is when those who came before have saved; see ``save(_:force:)``. When
    /// somebody else writes at the same time, `change` is asked again, with what they wrote.
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
                await withCheckedContinuation { continuation in look { continuation.resume() } }
            }
        }
        throw Self.conflict
    }

    /// Whether the present content of the file is shown, or the file is missing. If not, starts to read the file. 1 µs.
    public var isCurrent: Bool {
        if FileStamp(path).map({ $0 == stamp }) ?? true { return true }
        if !isLooking { look {} }
        return false
    }

    /// Calls `body` when the present content of the file is shown.
    private func look(_ body: @escaping @SceneActor () -> Void) {
        guard let file else { return body() }
        isLooking = true
        let start = ContinuousClock.now
        file.look { [weak self] seen in
            let stamp = seen.flatMap { $0.isFresh ? nil : $0 }
            EventLoop.shared.post {
                self?.note(stamp, start)
                body()
            }
        }
    }

    private func note(_ stamp: FileStamp?, _ start: ContinuousClock.Instant) {
        (self.stamp, readAt, isLooking) = (stamp, start, false)
        looks.tell()
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
                    // Here, not after the wait: what is read after the writing is shown after it.
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

    /// What is written as JSON keeps the spelling and the white space of what it shares with the file.
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
        gate.open()
    }

    /// Shows a problem that lasts: what an editor does may be seen half done.
    private func report(_ problem: ListProblem) {
        guard isLoaded else { return self.problem = problem }
        if self.problem != nil { return self.problem = problem }
        complaint = EventLoop.shared.after(WatchedFile.patience) { [weak self] in self?.problem = problem }
    }

    /// One after the other: each begins with what the one before has left.
    private func beginSaving() async {
        while isSaving { await withCheckedContinuation { savers.append($0) } }
        isSaving = true
    }

    private func endSaving() {
        isSaving = false
        if !savers.isEmpty { savers.removeFirst().resume() }
    }

    /// How often a change is worked out when others write at the same time.
    private nonisolated static var attempts: Int { 10 }

    private static var conflict: CommandFailure {
        .conflict(message: "The file holds something that is not shown: somebody else writes it.", fields: [:])
    }

    private static var missing: ListProblem {
        ListProblem(code: "file-missing", message: "The file is gone. What it held last is shown.")
    }
}
