import HTTPServer
import JSON
import Loop
import Scenes
import Wire

/// State that all sockets share.
@SceneActor final class SocketRoom {
    let context: ServerContext
    let registry: SceneRegistry
    let runner: CommandRunner
    let visitors: Visitors
    let sockets: Sockets
    private var audiences: [ObjectIdentifier: SocketAudience] = [:]

    init(context: ServerContext, registry: SceneRegistry, runner: CommandRunner, visitors: Visitors) {
        self.context = context
        sockets = Sockets(memory: context.memory)
        self.registry = registry
        self.runner = runner
        self.visitors = visitors
    }

    /// Makes the error for a memory limit, and counts it.
    func noRoom(_ shortage: ByteAccount.Shortage, ref: JSON?) -> MessageError {
        let problem = Problem.noRoom(shortage)
        if let limit = problem.limit { context.meters.record(limit) }
        return MessageError(ref: ref, code: problem.code, message: problem.message)
    }

    /// Returns the audience of a view, created for its first socket.
    func audience(of view: View) -> SocketAudience {
        if let known = audiences[ObjectIdentifier(view)] { return known }
        let audience = SocketAudience(view, at: sockets, context: context) { [weak self] view in
            self?.audiences[ObjectIdentifier(view)] = nil
        }
        audiences[ObjectIdentifier(view)] = audience
        return audience
    }
}
