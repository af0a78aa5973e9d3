import HTTPServer
import Loop
import Scenes

/// What all sockets share.
@SceneActor final class SocketRoom {
    let settings: Settings
    let registry: SceneRegistry
    let runner: CommandRunner
    let visitors: Visitors
    let limits: AddressLimits
    /// The bytes of messages that have not come whole, of all sockets.
    var partialBytes = 0
    let sockets = Sockets()
    private var audiences: [ObjectIdentifier: SocketAudience] = [:]

    init(
        settings: Settings, registry: SceneRegistry, runner: CommandRunner, visitors: Visitors, limits: AddressLimits
    ) {
        self.limits = limits
        self.settings = settings
        self.registry = registry
        self.runner = runner
        self.visitors = visitors
    }

    /// The audience of a view, made when its first socket comes.
    func audience(of view: View) -> SocketAudience {
        if let known = audiences[ObjectIdentifier(view)] { return known }
        let audience = SocketAudience(view) { [weak self] view in self?.audiences[ObjectIdentifier(view)] = nil }
        audiences[ObjectIdentifier(view)] = audience
        return audience
    }
}
