import JSON
import Loop

/// The sessions of all visitors, limited in number and bytes. A session expires when it is not used for a time. A file
/// keeps the sessions if one is set.
///
/// When there are too many, empty sessions are dropped first, so that visitors who only read cannot cost others their
/// drafts. Within each kind, the least recently used is dropped first. A session held by a socket or a personal scene
/// is never dropped, and does not count towards the limit.
@SceneActor package final class Sessions {
    private var limit: Int
    private var lifetime: Duration
    private let memory: ByteAccount
    private let file: SessionFile?
    private var sessions: [String: Session] = [:]
    private var saving: LoopTimer?
    /// The sessions that are not in use, empty ones apart from the others.
    private var idle = (empty: RecencyQueue(), keeping: RecencyQueue())

    /// Makes the sessions with these limits, and reads the file if there is one.
    ///
    /// - Parameter onProblem: Called with a sentence when the file is damaged or cannot be written, once until a write
    ///   succeeds.
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

    /// Changes the limits. Sessions over a new limit stay until another session is used.
    package func limit(to limit: Int, lifetime: Duration) {
        (self.limit, self.lifetime) = (max(1, limit), lifetime)
    }

    /// The number of sessions.
    package var count: Int { sessions.count }

    /// Returns the session with this id and marks it as used; `nil` if the id is unknown or the session has expired.
    /// O(1).
    func find(_ id: String) -> Session? {
        guard let session = sessions[id] else { return nil }
        guard session.age(at: .now) < lifetime else {
            forget(session)
            return nil
        }
        recordUse(of: session)
        return session
    }

    /// Makes a session with a new, unguessable id. O(1) amortised.
    func make(_ id: String = newID()) -> Session {
        makeRoom(for: 1)
        let session = Session(id: id)
        adopt(session)
        return session
    }

    /// Removes a session.
    func forget(_ session: Session) {
        guard sessions[session.id] === session else { return }
        sessions[session.id] = nil
        session.kept = nil
        idle.empty.remove(session.id)
        idle.keeping.remove(session.id)
    }

    /// Marks the cookie as sent if it is due: it was never sent, or a tenth of its lifetime has passed.
    ///
    /// - Returns: Whether the cookie is due.
    func renew(_ session: Session) -> Bool {
        if let told = session.toldAt, told.duration(to: .now) < lifetime / 10 { return false }
        session.toldAt = .now
        if !session.isEmpty { scheduleSaving() }
        return true
    }

    /// Writes unsaved changes at once, as when the server stops.
    package func save() async {
        saving?.cancel()
        saving = nil
        await file?.write(sessions.values.filter { !$0.isEmpty })
    }

    private func adopt(_ session: Session) {
        sessions[session.id] = session
        session.onUse = { [weak self, unowned session] in self?.recordUse(of: session) }
        session.onChange = { [weak self, unowned session] in
            self?.recordUse(of: session)
            self?.scheduleSaving()
        }
        session.kept = ByteHolding(.idleSessions, in: memory)
        putInOrder(session)
    }

    /// Marks a session as used now, and moves it to the end of its queue. A session that was dropped and comes into use
    /// is added again.
    private func recordUse(of session: Session) {
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

    /// Drops expired sessions, then sessions over the limits.
    private func makeRoom(for count: Int) {
        let now = ContinuousClock.now
        while let oldest = session(idle.empty.oldest), oldest.age(at: now) >= lifetime { forget(oldest) }
        while let oldest = session(idle.keeping.oldest), oldest.age(at: now) >= lifetime { forget(oldest) }
        while idle.empty.count + idle.keeping.count + count > limit
            || memory.bytes(of: .idleSessions) > memory.limit / 4,
            let spared = session(idle.empty.oldest ?? idle.keeping.oldest)
        { forget(spared) }
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

    /// Returns 128 random bits as 32 hexadecimal digits.
    static func newID() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let half = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - half.count) + half
        }.joined()
    }
}
