import HTTPServer
import JSON
import Logging
import Loop
import Scenes
import WebSockets

/// A running server: what a coordinator shows, behind every door. The composition root.
///
///     let site = Site(coordinator: coordinator, settings: settings)
///     let address = try await site.start()   // http://127.0.0.1:8080
@SceneActor public final class Site {
    private let service: Service
    private let registry: SceneRegistry
    private let sessions: Sessions
    private let states: ShownStates
    private let streams: StreamDoor
    private let sockets: SocketDoor
    private let server: HTTPServer

    /// A server of `coordinator`'s scenes. Names of files in `files` are not available as names of scenes.
    ///
    /// - Parameter isReady: Whether the models can be read now, for `/-/ready`.
    public init(
        coordinator: any Coordinator, files: StaticFiles, settings: Settings, isReady: @escaping () -> Bool = { true }
    ) {
        service = Service(settings)
        states = ShownStates(path: settings.resumeFile) { ServiceLog.logger.warning("\($0)") }
        registry = SceneRegistry(
            coordinator: coordinator, linger: settings.linger, limit: settings.sceneLimit,
            share: settings.scenesPerAddress, after: states, memory: service.memory)
        let runner = CommandRunner(registry: registry, service: service)
        if settings.compression { files.compress(above: settings.compressionThreshold) }
        sessions = Sessions(
            limit: settings.sessionLimit, lifetime: settings.sessionLifetime, path: settings.sessionFile,
            memory: service.memory
        ) { ServiceLog.logger.warning("\($0)") }
        let visitors = Visitors(
            sessions: sessions, service: service, isNeeded: coordinator.hasPersonalScreens)
        streams = StreamDoor(service: service, visitors: visitors)
        sockets = SocketDoor(
            room: SocketRoom(service: service, registry: registry, runner: runner, visitors: visitors))
        let scenes = SceneDoor(
            service: service, registry: registry, coordinator: coordinator, files: files, streams: streams,
            visitors: visitors)
        let exports = ExportDoor(service: service, coordinator: coordinator)
        let gateway = Gateway(
            service: service, files: files, scenes: scenes,
            commands: CommandDoor(service: service, runner: runner, visitors: visitors),
            uploads: UploadDoor(service: service, registry: registry, visitors: visitors, exports: exports),
            exports: exports,
            inspector: InspectDoor(service: service, registry: registry, files: files), sockets: sockets,
            isReady: isReady)
        server = HTTPServer(configuration: settings.http, memory: service.memory, handler: gateway)
        gateway.metrics = { [service, unowned server, registry, sockets, streams, sessions] in
            MetricsPage(
                service: service, server: server, registry: registry, sockets: sockets, streams: streams,
                sessions: sessions, isReady: isReady
            ).text
        }
    }

    /// Listens, and tells whoever has started the program that it does.
    ///
    /// - Returns: The address, such as `http://127.0.0.1:8080`.
    /// - Throws: When the address is taken or may not be used; the error says so in a sentence.
    public func start() throws -> String {
        let settings = service.settings
        ServiceLog.configure(settings)
        _ = ProcessFigures.start
        makeRoomForDescriptors(settings)
        let port = try server.start()
        ServiceManager.tell("READY=1")
        ServiceManager.tellAlive()
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        return "http://\(host):\(port)"
    }

    /// Has as many files open as sockets and connections may need, as far as the system lets it; says so when that is less.
    private func makeRoomForDescriptors(_ settings: Settings) {
        let wanted = settings.socketLimit + settings.connectionLimit + Self.ownDescriptors
        let limit = ProcessFigures.raiseDescriptorLimit(to: wanted)
        guard limit < wanted else { return }
        ServiceLog.logger.notice(
            "the system allows fewer open files (ulimit -Hn) than socketLimit and connectionLimit: who comes too many waits",
            metadata: ["limit": "\(limit)", "wanted": "\(wanted)"])
    }

    /// How many files are open beside sockets and connections, at most.
    private static let ownDescriptors = 100

    /// Takes other settings while it runs, as far as that is possible.
    package func follow(_ new: Settings) -> SettingsChange {
        ServiceManager.tellReloading()
        let change = service.follow(new)
        server.forgetHeads()
        let settings = service.settings
        ServiceLog.configure(settings)
        registry.limit(to: settings.sceneLimit, share: settings.scenesPerAddress, linger: settings.linger)
        sessions.limit(to: settings.sessionLimit, lifetime: settings.sessionLifetime)
        server.limitStreams(to: settings.streamLimit)
        sockets.follow(change)
        streams.follow(change)
        ServiceManager.tell("READY=1")
        return change
    }

    /// Stops, within `drainTimeout`: takes no new connection, or leaves them to others who share the port; lets requests that
    /// run end; sends every viewer away, to come back after a random time.
    public func stop() async {
        guard !service.isDraining else { return }
        ServiceManager.tell("STOPPING=1")
        let time = service.settings.drainTimeout
        let deadline = ContinuousClock.now + time
        service.drain(viewers: sockets.count + streams.count)
        registry.keepStates()
        server.drain(for: time)
        streams.closeAll()
        async let drained: Void = server.stop()
        await sockets.closeAll(deadline: deadline)
        await drained
        registry.keepStates()
        registry.endAll("closed")
        await sessions.save()
        await states.save()
    }
}

extension Settings {
    fileprivate var http: HTTPConfiguration {
        var configuration = HTTPConfiguration()
        configuration.host = host
        configuration.allowRemote = allowRemote
        configuration.port = port
        configuration.sharesPort = reusePort
        configuration.connectionLimit = connectionLimit
        configuration.connectionsPerAddress = connectionsPerAddress
        configuration.streamLimit = streamLimit
        if addressHeader != nil { configuration.connectionsPerAddress = .max }
        configuration.bodyLimit = bodyLimit
        configuration.idleTimeout = idleTimeout
        configuration.drainTimeout = drainTimeout
        configuration.namesRequests = true
        configuration.vary = "Origin"  // pages of foreign origins are refused
        return configuration
    }
}
