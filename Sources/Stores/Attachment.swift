import Loop

/// A store's hold on its file. It is given up and taken anew when another file is in its place, and tried again and again
/// while the file cannot be read.
@SceneActor final class Attachment {
    private enum State {
        case opening
        case open(Connections)
        case lost(LostFile)
        case closed
    }

    private let path: String
    private let configuration: StoreConfiguration
    private weak var owner: (any AttachmentOwner)?
    private var state: State
    private var watcher: Watcher?
    private var retry: LoopTimer?
    /// Whether another file has come since the connections were last asked for.
    private var isOutdated = false
    /// The turn of the loop in which the path was last checked, or in which opening failed.
    private var lookedIn = -1
    private var afterOpening: [() -> Void] = []

    /// The pause between attempts while another program has locked the file.
    private static let lockPause = Duration.milliseconds(50)

    init(path: String, configuration: StoreConfiguration, owner: any AttachmentOwner) {
        self.path = path
        self.configuration = configuration
        self.owner = owner
        state = .lost(LostFile(path, .missing, nil))
    }

    /// The connections, while the file can be read.
    func connections() -> Connections? {
        look()
        return if case .open(let connections) = state { connections } else { nil }
    }

    /// Whether the file cannot be read, and nobody knows when it can.
    var isLost: Bool {
        look()
        return if case .lost = state { true } else { false }
    }

    /// Checks the path once per turn of the loop. If the open file was replaced, or a lost file has changed, starts to open the
    /// file that is there now.
    private func look() {
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

    /// The connections, after an opening that is under way.
    func opened() async throws(StoreError) -> Connections {
        look()
        if case .opening = state {
            await withCheckedContinuation { continuation in afterOpening.append { continuation.resume() } }
        }
        switch state {
        case .open(let connections): return connections
        case .lost(let file): throw file.error
        case .opening, .closed: throw .failed("it is closed")
        }
    }

    /// Opens the file for the first time and watches it from then on. Waits up to `busyTimeout` for a lock.
    func open() async throws(StoreError) {
        let deadline = ContinuousClock.now + configuration.busyTimeout
        await attach()
        while case .lost(let file) = state {
            guard file.error == .locked, .now < deadline else { throw file.error }
            await EventLoop.shared.pause(Self.lockPause)
            await attach()
        }
        watcher = Watcher(path: path, interval: configuration.pollInterval) { [weak self] event in
            EventLoop.shared.post { self?.hear(event) }
        }
    }

    /// A connection has failed: the file is opened again after a while.
    func failed(_ error: StoreError) async {
        guard case .open(let connections) = state else { return }
        if connections.place.isLeft { return await attach() }
        let stamp = FileStamp(path)
        await detach(.opening)
        lose(error, stamp)
        wake()
        if isOutdated { await attach() }
    }

    /// Lets go of the file for good.
    func close() async {
        watcher?.stop()
        watcher = nil
        retry?.cancel()
        await detach(.closed)
    }

    private func hear(_ event: Watcher.Event) {
        switch event {
        case .committed: owner?.mayHaveCommitted()
        case .replaced: fileWasReplaced()
        }
    }

    /// From here on nothing is read through the connections there were: a task that is immediate has told their owner when
    /// this returns.
    private func fileWasReplaced() {
        Task.immediate { @SceneActor in await attach() }
    }

    /// Opens the file that is there now, unless it is open; one that comes meanwhile is opened next.
    private func attach() async {
        switch state {
        case .opening: return isOutdated = true
        case .closed: return
        case .open, .lost: break
        }
        while !isOpen {
            retry?.cancel()
            isOutdated = false
            await detach(.opening)
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
            let opened = try await Connections.open(
                path, configuration, mayBeEmpty: owner?.mayBeEmpty ?? false)
            guard case .opening = state else { return await opened.connections.close() }
            state = .open(opened.connections)
            owner?.attached(opened.connections, opened.schema)
            owner?.problemChanged(nil)
        } catch {
            lose(error, stamp)
        }
    }

    /// Notes that the file with this stamp cannot be read, and retries later.
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

    /// Closes all connections; the next are opened when this has ended, not before.
    private func detach(_ next: State) async {
        guard case .open(let connections) = state else { return state = next }
        state = next
        await owner?.detached()
        await connections.close()
    }

    private func tryLater() {
        retry = EventLoop.shared.after(configuration.pollInterval) { [weak self] in
            Task { @SceneActor [weak self] in await self?.attach() }
        }
    }
}
