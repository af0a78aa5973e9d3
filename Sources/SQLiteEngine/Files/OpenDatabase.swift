import Files
import Lists
import Loop

/// A store's connections to its file. They are closed and reopened when another file replaces it. While the file cannot
/// be read, opening is retried.
@SceneActor final class OpenDatabase {
    private enum State {
        case opening
        case open(DatabaseConnections)
        case lost(LostFile)
        case closed
    }

    private let path: String
    private let configuration: StoreConfiguration
    private weak var owner: (any OpenDatabaseOwner)?
    private var state: State
    private var watcher: Watcher?
    private var retry: LoopTimer?
    /// Whether the file was replaced since the last opening began.
    private var isOutdated = false
    /// The turn of the loop in which the path was last checked, or in which opening failed.
    private var lookedIn = -1
    private var afterOpening: [() -> Void] = []

    /// The pause between attempts while another program locks the file.
    private static let lockPause = Duration.milliseconds(50)

    init(path: String, configuration: StoreConfiguration, owner: any OpenDatabaseOwner) {
        self.path = path
        self.configuration = configuration
        self.owner = owner
        state = .lost(LostFile(path, .missing, nil))
    }

    /// Returns the connections, if the file can be read.
    func connections() -> DatabaseConnections? {
        check()
        return if case .open(let connections) = state { connections } else { nil }
    }

    /// Whether the file cannot be read and no opening is under way.
    var isLost: Bool {
        check()
        return if case .lost = state { true } else { false }
    }

    /// Checks the path once per turn of the loop. If the open file was replaced, or a lost file has changed, starts to
    /// open the file that is there now.
    private func check() {
        guard lookedIn != EventLoop.shared.turns.ended else { return }
        lookedIn = EventLoop.shared.turns.ended
        let isOther =
            switch state {
            case .open(let connections): connections.place.isLeft
            case .lost(let file): file.mayBeBack
            case .opening, .closed: false
            }
        if isOther { fileWasReplaced() }
    }

    /// Returns the connections. Waits for an opening that is under way.
    func opened() async throws(StoreError) -> DatabaseConnections {
        check()
        if case .opening = state {
            await withCheckedContinuation { continuation in afterOpening.append { continuation.resume() } }
        }
        switch state {
        case .open(let connections): return connections
        case .lost(let file): throw file.error
        case .opening: throw .failed("the file is being reopened")
        case .closed: throw .closed
        }
    }

    /// Whether ``close()`` was called.
    var isClosed: Bool {
        if case .closed = state { true } else { false }
    }

    /// Opens the file for the first time, and watches it from then on. Waits up to `busyTimeout` for a lock.
    func open() async throws(StoreError) {
        let deadline = ContinuousClock.now + configuration.busyTimeout
        await reopen()
        while case .lost(let file) = state {
            guard file.error == .locked, .now < deadline else { throw file.error }
            await EventLoop.shared.pause(Self.lockPause)
            await reopen()
        }
        let probe: @Sendable (String) -> (any ChangeProbe)? = { try? CommitProbe(path: $0) }
        watcher = Watcher(path: path, interval: configuration.pollInterval, probe: probe) { [weak self] event in
            EventLoop.shared.post { self?.receive(event) }
        }
    }

    /// Closes the connections after one has failed, and opens the file again after `pollInterval`.
    func failed(_ error: StoreError) async {
        guard case .open(let connections) = state else { return }
        if connections.place.isLeft { return await reopen() }
        let stamp = FileStamp(path)
        await closeConnections(.opening)
        lose(error, stamp)
        wake()
        if isOutdated { await reopen() }
    }

    /// Closes the connections for good.
    func close() async {
        watcher?.stop()
        watcher = nil
        retry?.cancel()
        await closeConnections(.closed)
    }

    private func receive(_ event: Watcher.Event) {
        switch event {
        case .committed: owner?.mayHaveCommitted()
        case .replaced: fileWasReplaced()
        }
    }

    /// Opens the new file. The task is immediate: when this returns, the owner knows, and nothing reads through the
    /// former connections.
    private func fileWasReplaced() {
        Task.immediate { @SceneActor in await reopen() }
    }

    /// Opens the file at the path, unless it is open. A file that replaces it meanwhile is opened next.
    private func reopen() async {
        switch state {
        case .opening: return isOutdated = true
        case .closed: return
        case .open, .lost: break
        }
        while !isOpen {
            retry?.cancel()
            isOutdated = false
            await closeConnections(.opening)
            await openNow()
            guard isOutdated else { break }
        }
        watcher?.follow()
        wake()
    }

    /// Whether the file that is at the path now is open.
    private var isOpen: Bool {
        if case .open(let connections) = state { !connections.place.isLeft } else { false }
    }

    private func openNow() async {
        let stamp = FileStamp(path)
        do throws(StoreError) {
            let opened = try await DatabaseConnections.open(
                path, configuration, mayBeEmpty: owner?.mayBeEmpty ?? false)
            guard case .opening = state else { return await opened.connections.close() }
            state = .open(opened.connections)
            owner?.didOpen(opened.connections, opened.schema)
            owner?.problemChanged(nil)
        } catch {
            lose(error, stamp)
        }
    }

    /// Records that the file with this stamp cannot be read, and retries later.
    private func lose(_ error: StoreError, _ stamp: FileStamp?) {
        guard case .opening = state else { return }
        state = .lost(LostFile(path, error, stamp))
        lookedIn = EventLoop.shared.turns.ended
        owner?.problemChanged(error)
        tryLater()
    }

    private func wake() {
        let bodies = afterOpening
        afterOpening = []
        for body in bodies { body() }
    }

    /// Closes all connections. New ones may only be opened after this returns.
    private func closeConnections(_ next: State) async {
        guard case .open(let connections) = state else { return state = next }
        state = next
        await owner?.willClose()
        await connections.close()
    }

    private func tryLater() {
        retry = EventLoop.shared.after(configuration.pollInterval) { [weak self] in
            Task { @SceneActor [weak self] in await self?.reopen() }
        }
    }
}
