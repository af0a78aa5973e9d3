import JSON
import Loop

/// Every visitor's session: bounded in number and bytes, forgotten when it has not been used for a time, kept in a file if wanted.
///
/// Those that hold nothing make way first, so that visitors who only look cannot cost others their drafts; then those that
/// hold something; within each kind the one that was not used for longest. One that a socket or a personal scene has does
/// not make way, and the limit does not count it.
@SceneActor package final class Sessions {
    private var limit: Int
    private var lifetime: Duration
    private let memory: ByteAccount
    private let file: SessionFile?
    private var sessions: [String: Session] = [:]
    private var saving: LoopTimer?
    /// Those that are not in use: that hold nothing, and that hold something.
    private var idle = (empty: RecencyQueue(), keeping: RecencyQueue())

    /// Sessions as the settings have them; those that are in the file are known at once.
    ///
    /// - Parameter onProblem: Told in a sentence when the file cannot be written, once until it can be again.
    package init(
        limit: Int, lifetime: Duration, path: String?, memory: ByteAccount = ByteAccount(),
        onProblem: @escaping @SceneActor (String) -> Void = { _ in }
    ) {
        self.memory = memory
        self.limit = max(1, limit)
        self.lifetime = lifetime
        file = path.map { SessionFile(path: $0, onProblem: onProblem) }
        let kept = file?.read(lifetime: lifetime).sorted { $0.lastUse < $1.lastUse } ?? []
        for session in kept.suffix(self.limit) { adopt(session) }
    }

    /// Changes the limits; those that are kept stay until another one comes.
    package func limit(to limit: Int, lifetime: Duration) {
        (self.limit, self.lifetime) = (max(1, limit), lifetime)
    }

    /// The number of sessions.
    package var count: Int { sessions.count }

    /// The session of this name, used now; `nil` when there is none or it is over. O(1).
    func find(_ id: String) -> Session? {
        guard let session = sessions[id] else { return nil }
        guard session.age(at: .now) < lifetime else {
            forget(session)
            return nil
        }
        noteUse(of: session)
        return session
    }

    /// Makes a session of a new name, which is not to be guessed. O(1) amortised.
    func make(_ id: String = newID()) -> Session {
        makeRoom(for: 1)
        let session = Session(id: id)
        adopt(session)
        return session
    }

    /// Forgets a session.
    func forget(_ session: Session) {
        guard sessions[session.id] === session else { return }
        sessions[session.id] = nil
        session.kept = nil
        idle.empty.remove(session.id)
        idle.keeping.remove(session.id)
    }

    /// Notes that the visitor is given the cookie, if it is time: a tenth of its life is over, or it was never given.
    ///
    /// - Returns: Whether it is time.
    func renew(_ session: Session) -> Bool {
        if let told = session.toldAt, told.duration(to: .now) < lifetime / 10 { return false }
        session.toldAt = .now
        if !session.isEmpty { scheduleSaving() }
        return true
    }

    /// Writes what has not been written, as at the end of the service.
    package func save() async {
        saving?.cancel()
        saving = nil
        await file?.write(sessions.values.filter { !$0.isEmpty })
    }

    private func adopt(_ session: Session) {
        sessions[session.id] = session
        session.onUse = { [weak self, unowned session] in self?.noteUse(of: session) }
        session.onChange = { [weak self, unowned session] in
            self?.noteUse(of: session)
            self?.scheduleSaving()
        }
        session.kept = ByteHolding(.idleSessions, in: memory)
        putInOrder(session)
    }

    /// Notes a use, and puts the session last among those of its kind. One that comes into use after it has made way is back.
    private func noteUse(of session: Session) {
        session.lastUse = .now
        if session.isInUse, sessions[session.id] == nil {
            sessions[session.id] = session
            session.kept = ByteHolding(.sessions, in: memory)
        }
        guard sessions[session.id] === session else { return }
        putInOrder(session)
        makeRoom(for: 0)
    }

    private func putInOrder(_ session: Session) {
        idle.empty.remove(session.id)
        idle.keeping.remove(session.id)
        guard !session.isInUse else { return }
        if session.isEmpty { idle.empty.use(session.id) } else { idle.keeping.use(session.id) }
    }

    /// Lets those go that are over, then those that can best be spared.
    private func makeRoom(for count: Int) {
        let now = ContinuousClock.now
        while let oldest = session(idle.empty.oldest), oldest.age(at: now) >= lifetime { forget(oldest) }
        while let oldest = session(idle.keeping.oldest), oldest.age(at: now) >= lifetime { forget(oldest) }
        while idle.empty.count + idle.keeping.count + count > limit,
            let spared = session(idle.empty.oldest ?? idle.keeping.oldest)
        { forget(spared) }
        while memory.bytes(of: .idleSessions) > memory.limit / 4, let spared = session(idle.keeping.oldest) {
            forget(spared)
        }
    }

    private func session(_ id: String?) -> Session? { id.flatMap { sessions[$0] } }

    private func scheduleSaving() {
        guard file != nil, saving == nil else { return }
        saving = EventLoop.shared.after(.seconds(1)) { [weak self] in
            guard let self else { return }
            saving = nil
            Task { await self.save() }
        }
    }

    /// 128 random bits.
    static func newID() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let half = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - half.count) + half
        }.joined()
    }
}
