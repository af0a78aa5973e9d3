import Loop

/// Whose file it is: the store.
@SceneActor protocol AttachmentOwner: AnyObject {
    /// The file can be read, through these connections; the schema is what it holds now.
    func attached(_ connections: Connections, _ schema: Schema)
    /// The connections are about to be closed; what else reads the file has let go of it when this returns.
    func detached() async
    /// Why the file cannot be read, if it cannot.
    func problemChanged(_ problem: StoreError?)
    /// Somebody may have committed.
    func mayHaveCommitted()
    /// Whether a file without content is a database here: it is when it always was, else it is being written anew.
    var mayBeEmpty: Bool { get }
}

/// A store's hold on its file. It is given up and taken anew when another file is in its place, and tried again and again
/// while the file cannot be read.
@SceneActor final class Attachment {
    private enum State {
        case opening
        case open(Connections)
        case lost(StoreError)
        case closed
    }

    private let path: String
    private let configuration: StoreConfiguration
    private weak var owner: (any AttachmentOwner)?
    private var state = State.lost(.missing)
    private var watcher: Watcher?
    private var retry: LoopTimer?
    /// Whether another file has come since the connections were last asked for.
    private var isOutdated = false
    /// The turn of the loop in which the path was last looked at.
    private var lookedIn = -1
    private var afterOpening: [() -> Void] = []

    init(path: String, configuration: StoreConfiguration, owner: any AttachmentOwner) {
        self.path = path
        self.configuration = configuration
        self.owner = owner
    }

    /// The connections, while the file can be read. A look at the path, once a turn of the loop, tells whether it is the one
    /// that is there: otherwise that one is being opened when this returns.
    func connections() -> Connections? {
        guard case .open(let connections) = state else { return nil }
        guard lookedIn != EventLoop.shared.turns.ended else { return connections }
        lookedIn = EventLoop.shared.turns.ended
        guard connections.place.isLeft else { return connections }
        fileWasReplaced()
        return nil
    }

    /// Whether the file cannot be read, and nobody knows when it can.
    var isLost: Bool {
        if case .lost = state { true } else { false }
    }

    /// The connections, after an opening that is under way.
    func opened() async throws(StoreError) -> Connections {
        _ = connections()
        if case .opening = state {
            await withCheckedContinuation { continuation in afterOpening.append { continuation.resume() } }
        }
        switch state {
        case .open(let connections): return connections
        case .lost(let error): throw error
        case .opening, .closed: throw .failed("it is closed")
        }
    }

    /// Opens the file for the first time, and watches it from then on.
    func open() async throws(StoreError) {
        await attach()
        if case .lost(let error) = state { throw error }
        watcher = Watcher(path: path, interval: configuration.pollInterval) { [weak self] event in
            EventLoop.shared.post { self?.hear(event) }
        }
    }

    /// A connection has failed: the file is opened again after a while.
    func failed(_ error: StoreError) async {
        guard case .open(let connections) = state else { return }
        if connections.place.isLeft { return await attach() }
        await detach(.lost(error))
        owner?.problemChanged(error)
        tryLater()
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
        for body in afterOpening { body() }
        afterOpening = []
    }

    /// Whether the file that is at the path now is open.
    private var isOpen: Bool {
        if case .open(let connections) = state { !connections.place.isLeft } else { false }
    }

    private func openNow() async {
        do throws(StoreError) {
            let opened = try await Connections.open(
                path, configuration, mayBeEmpty: owner?.mayBeEmpty ?? false)
            guard case .opening = state else { return await opened.connections.close() }
            state = .open(opened.connections)
            owner?.attached(opened.connections, opened.schema)
            owner?.problemChanged(nil)
        } catch {
            guard case .opening = state else { return }
            state = .lost(error)
            owner?.problemChanged(error)
            tryLater()
        }
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
