import HTTPServer
import Loop
import Scenes

/// What all sockets share.
@SceneActor final class SocketRoom {
    let settings: Settings
    let registry: SceneRegistry
    let runner: CommandRunner
    let visitors: Visitors
    /// What compresses messages, and expands those of clients; nil when none are compressed.
    let compressor: Compressor?
    let sockets = Sockets()
    private var audiences: [ObjectIdentifier: SocketAudience] = [:]

    init(
        settings: Settings, registry: SceneRegistry, runner: CommandRunner, visitors: Visitors, compressor: Compressor?
    ) {
        self.settings = settings
        self.registry = registry
        self.runner = runner
        self.visitors = visitors
        self.compressor = compressor
    }

    /// The audience of a view, made when its first socket comes.
    func audience(of view: View) -> SocketAudience {
        if let known = audiences[ObjectIdentifier(view)] { return known }
        let audience = SocketAudience(view, compressor: compressor) { [weak self] view in
            self?.audiences[ObjectIdentifier(view)] = nil
        }
        audiences[ObjectIdentifier(view)] = audience
        return audience
    }
}
