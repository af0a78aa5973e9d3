import JSON
import Loop

/// Every visitor's session: bounded in number, forgotten when it has not been used for a time, kept in a file if wanted.
@SceneActor package final class Sessions {
    private let limit: Int
    private let lifetime: Duration
    private let file: SessionFile?
    private var sessions: [String: Session] = [:]
    private var saving: LoopTimer?

    /// Sessions as the settings have them; those that are in the file are known at once.
    package init(limit: Int, lifetime: Duration, path: String?) {
        self.limit = max(1, limit)
        self.lifetime = lifetime
        file = path.map { SessionFile(path: $0) }
        let kept = file?.read(lifetime: lifetime).sorted { $0.lastUse > $1.lastUse } ?? []
        for session in kept.prefix(self.limit) { adopt(session) }
    }

    /// The number of sessions.
    package var count: Int { sessions.count }

    func find(_ id: String) -> Session? {
        guard let session = sessions[id] else { return nil }
        guard session.lastUse.duration(to: .now) < lifetime else {
            sessions[id] = nil
            return nil
        }
        session.lastUse = .now
        return session
    }

    func make(_ id: String) -> Session {
        if let known = sessions[id] { return known }
        if sessions.count >= limit { makeRoom() }
        let session = Session(id: id)
        adopt(session)
        return session
    }

    /// Writes what has not been written, as at the end of the service.
    package func save() async {
        saving?.cancel()
        saving = nil
        await file?.write(sessions.values.filter { !$0.states.isEmpty })
    }

    private func adopt(_ session: Session) {
        session.onChange = { [weak self] in self?.scheduleSaving() }
        sessions[session.id] = session
    }

    /// Lets those go that are over, or else the one that was not used for longest.
    private func makeRoom() {
        let now = ContinuousClock.now
        sessions = sessions.filter { $0.value.lastUse.duration(to: now) < lifetime }
        guard sessions.count >= limit else { return }
        let oldest = sessions.values.min { $0.lastUse < $1.lastUse }
        if let oldest { sessions[oldest.id] = nil }
    }

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
