import HTTPServer
import Loop
import Scenes

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
