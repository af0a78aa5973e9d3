import HTTPServer
import JSON
import Loop
import Scenes
import WebSockets

/// A running server: what a coordinator shows, behind every door. The composition root.
///
///     let site = Site(coordinator: coordinator, settings: settings)
///     let address = try await site.start()   // http://127.0.0.1:8080
@SceneActor public final class Site {
    private let settings: Settings
    private let registry: SceneRegistry
    private let sessions: Sessions
    private let streams: StreamDoor
    private let sockets: SocketDoor
    private let server: HTTPServer

    /// A server of `coordinator`'s scenes. Names of files in `files` are not available as names of scenes.
    ///
    /// - Parameter isReady: Whether the models can be read now, for `/-/ready`.
    public init(
        coordinator: any Coordinator, files: StaticFiles, settings: Settings, isReady: @escaping () -> Bool = { true }
    ) {
        self.settings = settings
        registry = SceneRegistry(
            coordinator: coordinator, linger: settings.linger, limit: settings.sceneLimit,
            share: settings.scenesPerAddress)
        let limits = AddressLimits(settings: settings)
        let runner = CommandRunner(registry: registry, limits: limits)
        sessions = Sessions(
            limit: settings.sessionLimit, lifetime: settings.sessionLifetime, path: settings.sessionFile,
            onProblem: StandardError.warn)
        let visitors = Visitors(
            sessions: sessions, settings: settings, isNeeded: coordinator.hasPersonalScreens)
        streams = StreamDoor(settings: settings, visitors: visitors, limits: limits)
        sockets = SocketDoor(
            room: SocketRoom(
                settings: settings, registry: registry, runner: runner, visitors: visitors, limits: limits))
        let scenes = SceneDoor(
            settings: settings, registry: registry, coordinator: coordinator, files: files, streams: streams,
            visitors: visitors)
        let gateway = Gateway(
            settings: settings, files: files, scenes: scenes,
            commands: CommandDoor(settings: settings, runner: runner, visitors: visitors),
            uploads: UploadDoor(registry: registry, visitors: visitors, limits: limits), sockets: sockets,
            isReady: isReady)
        server = HTTPServer(configuration: settings.http, handler: gateway)
    }

    /// Listens.
    ///
    /// - Returns: The address, such as `http://127.0.0.1:8080`.
    /// - Throws: When the address is taken or may not be used; the error says so in a sentence.
    public func start() throws -> String {
        let port = try server.start()
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        return "http://\(host):\(port)"
    }

    /// Stops accepting, sends every socket on its way with 1001, lets running requests end, and stops.
    public func stop() async {
        let deadline = ContinuousClock.now + settings.drainTimeout
        streams.closeAll()
        async let drained: Void = server.stop()
        await sockets.closeAll(.goingAway, reason: "The server is restarting.", deadline: deadline)
        await drained
        registry.endAll("closed")
        await sessions.save()
    }
}

extension Settings {
    fileprivate var http: HTTPConfiguration {
        var configuration = HTTPConfiguration()
        configuration.host = host
        configuration.allowRemote = allowRemote
        configuration.port = port
        configuration.connectionLimit = connectionLimit
        configuration.connectionsPerAddress = connectionsPerAddress
        configuration.streamLimit = streamLimit
        if addressHeader != nil { configuration.connectionsPerAddress = .max }
        configuration.streamMemory = queueMemory
        configuration.bodyLimit = bodyLimit
        configuration.bodyMemory = bodyMemory
        configuration.idleTimeout = idleTimeout
        configuration.drainTimeout = drainTimeout
        return configuration
    }
}
