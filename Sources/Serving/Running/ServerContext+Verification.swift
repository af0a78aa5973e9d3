import Loop
import Scenes

// Checks that sessions and keys are still valid. The server may read the end of a session after a later commit of
// data. So it sends nothing until the sessions are current.

extension ServerContext {
    /// How long a response waits until the sessions are current.
    private static let patience = Duration.seconds(2)

    /// Whether all ended sessions are known, so that data may be sent to open connections.
    var isVerified: Bool { authentication.map { waiting.isEmpty && $0.authenticator.checkIsCurrent() } ?? true }

    /// Calls `body` when ``isVerified`` is true, at once if it is. All waiting bodies run in one turn of the loop, so
    /// no update comes between them.
    func whenVerified(_ body: @escaping @SceneActor () -> Void) {
        if isVerified { body() } else { wait { _ in body() } }
    }

    /// Calls `body` with the problem of a client whose identity has ended, or with `nil`; usually immediately.
    func verify(_ identity: Identity?, _ body: @escaping @SceneActor (Problem?) -> Void) {
        // A client without an identity cannot have lost one.
        guard let identity, !isVerified else { return body(Self.problem(of: identity)) }
        let number = wait { isVerified in
            let problem = Problem(SignInError.unavailable("the database is not current"))
            body(isVerified ? Self.problem(of: identity) : problem)
        }
        EventLoop.shared.after(Self.patience) { [self] in waiting.removeValue(forKey: number)?(false) }
    }

    /// Calls `body` with true when ``isVerified`` is true.
    ///
    /// - Returns: The number of the body in ``waiting``.
    @discardableResult private func wait(_ body: @escaping @SceneActor (_ isVerified: Bool) -> Void) -> Int {
        lastWaiting += 1
        waiting[lastWaiting] = body
        if waiting.count == 1 { authentication?.authenticator.whenCurrent { [self] in answerWaiting() } }
        return lastWaiting
    }

    private func answerWaiting() {
        let bodies = waiting.sorted { $0.key < $1.key }
        waiting = [:]
        for (_, body) in bodies { body(true) }
    }

    /// Throws the problem of a client whose identity has ended.
    func verify(_ identity: Identity?) async throws(Problem) {
        guard authentication != nil else { return }
        let problem = await withCheckedContinuation { continuation in
            verify(identity) { continuation.resume(returning: $0) }
        }
        if let problem { throw problem }
    }

    private static func problem(of identity: Identity?) -> Problem? {
        switch identity?.end {
        case nil: nil
        case .changed: .rightsChanged
        case .signedOut, .expired, .revoked: .signIn("You are no longer signed in.")
        }
    }
}
