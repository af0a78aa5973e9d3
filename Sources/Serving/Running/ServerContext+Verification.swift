import Loop
import Scenes

// Checks that clients are still who they were. A commit that ends a session may be read later than a commit that the
// client must not see after it, so that nothing is sent before the sessions are current.

extension ServerContext {
    /// How long a response waits until the sessions are current.
    private static let patience = Duration.seconds(2)

    /// Whether everything that ends sessions is known, so that data may be sent to open connections.
    var isVerified: Bool { authentication.map { waiting.isEmpty && $0.authenticator.isCurrent } ?? true }

    /// Calls `body` when ``isVerified`` is true, at once if it is. All that waits is called in one turn of the loop, so
    /// that no update comes between.
    func whenVerified(_ body: @escaping @SceneActor () -> Void) {
        guard let authentication, !isVerified else { return body() }
        waiting.append(body)
        guard waiting.count == 1 else { return }
        authentication.authenticator.whenCurrent { [self] in
            let bodies = waiting
            waiting = []
            for body in bodies { body() }
        }
    }

    /// Calls `body` with the problem of a client whose identity has ended, or with `nil`; mostly at once.
    func verify(_ identity: Identity?, _ body: @escaping @SceneActor (Problem?) -> Void) {
        guard !isVerified else { return body(authentication == nil ? nil : Self.problem(of: identity)) }
        var body: (@SceneActor (Problem?) -> Void)? = body
        let answer: @SceneActor (Problem?) -> Void = { problem in
            let once = body
            body = nil
            once?(problem)
        }
        let timer = EventLoop.shared.after(Self.patience) {
            answer(Problem(SignInError.unavailable("the database is not current")))
        }
        whenVerified {
            timer.cancel()
            answer(Self.problem(of: identity))
        }
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
        identity?.end == nil ? nil : .signIn("You are no longer signed in.")
    }
}
