import DataSources
import HTTPServer
import JSON
import Lists
import Logging
import Loop
import Scenes
import WebSockets

/// A running server that serves the scenes of a coordinator on every transport: the composition root.
///
///     let site = Site(coordinator: coordinator, settings: settings)
///     let address = try await site.start()   // http://127.0.0.1:8080
@SceneActor public final class Site {
    private let context: ServerContext
    private let registry: SceneRegistry
    private let sessions: Sessions
    private let states: ShownStates
    private let streams: StreamTransport
    private let sockets: SocketTransport
    private let server: HTTPServer

    /// Makes a server for the scenes of a coordinator. Names of files in `files` are not available as names of scenes.
    ///
    /// - Parameter unreadiness: Returns the reason, as a sentence for everybody, why the models cannot be read now, or
    ///   `nil` if they can. Used by `/-/ready`.
    public convenience init(
        coordinator: any Coordinator, files: StaticFiles, settings: Settings,
        unreadiness: @escaping () -> String? = { nil }
    ) {
        self.init(
            coordinator: coordinator, files: files, settings: settings, authenticator: nil, unreadiness: unreadiness)
    }

    /// Creates a server. With an authenticator, it serves only clients that have signed in.
    ///
    /// - Parameter streamState: Returns the state of the stream that tells of the served database's commits; `nil`
    ///   without one.
    package init(
        coordinator: any Coordinator, files: StaticFiles, settings: Settings, authenticator: (any Authenticator)?,
        unreadiness: @escaping () -> String? = { nil }, streamState: @escaping () -> StreamState? = { nil }
    ) {
        context = ServerContext(settings, authenticator, hasRules: coordinator.hasRules)
        states = ShownStates(path: settings.resumeFile) { ServerLog.logger.warning("\($0)") }
        registry = SceneRegistry(
            coordinator: coordinator, linger: settings.linger, limit: settings.sceneLimit,
            share: settings.scenesPerAddress, after: states, memory: context.memory)
        let runner = CommandRunner(registry: registry, context: context)
        if let development = settings.development { files.follow(development) }
        if settings.compression { files.compress(above: Compressor.usualThreshold) }
        sessions = Sessions(
            limit: settings.sessionLimit, lifetime: settings.sessionLifetime, path: settings.sessionFile,
            memory: context.memory
        ) { ServerLog.logger.warning("\($0)") }
        let visitors = Visitors(
            sessions: sessions, context: context, isNeeded: coordinator.hasPersonalScreens,
            texts: coordinator.texts)
        streams = StreamTransport(context: context, registry: registry, visitors: visitors)
        sockets = SocketTransport(
            room: SocketRoom(context: context, registry: registry, runner: runner, visitors: visitors))
        let sender = FileEndpoint(context: context, coordinator: coordinator, visitors: visitors)
        let scenes = SceneEndpoint(
            context: context, registry: registry, coordinator: coordinator, files: files, streams: streams,
            visitors: visitors, sender: sender)
        let exports = ExportEndpoint(context: context, coordinator: coordinator, visitors: visitors)
        let gateway = Gateway(
            context: context, files: files, scenes: scenes,
            commands: CommandEndpoint(context: context, runner: runner, visitors: visitors),
            uploads: UploadEndpoint(context: context, registry: registry, visitors: visitors, exports: exports),
            exports: exports,
            inspector: InspectEndpoint(
                context: context, registry: registry, files: files,
                isForAdmins: coordinator.hasRules || authenticator != nil),
            sockets: sockets, visitors: visitors, coordinator: coordinator, unreadiness: unreadiness)
        server = HTTPServer(configuration: settings.http, memory: context.memory, handler: gateway)
        gateway.metrics = { [context, unowned server, registry, sockets, streams, sessions] in
            MetricsPage(
                context: context, server: server, registry: registry, sockets: sockets, streams: streams,
                sessions: sessions, isReady: unreadiness() == nil, streamState: streamState()
            ).text
        }
        registry.onMistake = { path, sentence, fields in
            let metadata: [String: Logger.MetadataValue] = ["path": "\(path)", "reason": "\(sentence)"]
            let running = fields.mapValues { Logger.MetadataValue.string($0) }
            ServerLog.logger.error("a screen failed", metadata: running.merging(metadata) { $1 })
        }
        registry.onHiddenProblem = { [weak context] path, problem in
            let text = "\(path): \(problem.message)"
            context?.record(Problem(status: 503, code: problem.code, message: text))
        }
        Misuse.onUnattributed = { ServerLog.logger.error("a mistake in the app's code", metadata: ["reason": "\($0)"]) }
        coordinator.onRulesRead = { [weak context] in context?.auditRules($0) }
        coordinator.onRightsChange = { [weak server, weak sockets, weak streams] principal in
            server?.forgetHeads()
            sockets?.followRights(of: principal)
            streams?.followRights(of: principal)
            exports.followRights(of: principal)
            sender.followRights(of: principal)
        }
    }

    /// Starts to listen, and notifies the service manager that started the program.
    ///
    /// - Returns: The address, such as `http://127.0.0.1:8080`.
    /// - Throws: An error that describes the problem in a sentence, if the address is in use or not allowed.
    public func start() throws -> String {
        let settings = context.settings
        ServerLog.configure(settings)
        watchTurns(settings)
        watchReadings()
        _ = ProcessFigures.start
        makeRoomForDescriptors(settings)
        let port = try server.start()
        Systemd.notify("READY=1")
        Systemd.notifyAlive()
        return settings.address(at: port)
    }

    /// Logs the screens whose code holds the event loop.
    private func watchTurns(_ settings: Settings) {
        Watchdog.shared.watch(over: settings.holdLimit) { hold in
            ServerLog.logger.warning(
                "a screen holds the event loop",
                metadata: ["path": "\(hold.name)", "milliseconds": "\(hold.time.milliseconds)"])
        }
    }

    /// Logs the lists whose reading takes long.
    private func watchReadings() {
        var rate = LineRate()
        ListReading.onReading = { [weak context] reading in
            guard let limit = context?.settings.slowList, reading.time > limit else { return }
            let time = ["milliseconds": "\(reading.time.milliseconds)"]
            guard let metadata = rate.metadata(reading.outline.merging(time) { $1 }) else { return }
            ServerLog.logger.notice("a list is slow", metadata: metadata)
        }
    }

    /// Raises the limit of open files for all sockets and connections, as far as the system allows it. Logs a notice if
    /// that is not enough.
    private func makeRoomForDescriptors(_ settings: Settings) {
        let wanted = settings.socketLimit + settings.connectionLimit + Self.ownDescriptors
        let limit = ProcessFigures.raiseDescriptorLimit(to: wanted)
        guard limit < wanted else { return }
        ServerLog.logger.notice(
            "fewer open files are allowed (ulimit -Hn) than socketLimit and connectionLimit need",
            metadata: ["limit": "\(limit)", "wanted": "\(wanted)"])
    }

    /// The maximum number of open files besides sockets and connections.
    private static let ownDescriptors = 100

    /// Applies changed settings while the server runs, as far as possible.
    package func follow(_ new: Settings) -> SettingsChange {
        Systemd.notifyReloading()
        let change = context.follow(new)
        server.forgetHeads()
        let settings = context.settings
        ServerLog.configure(settings)
        watchTurns(settings)
        registry.limit(to: settings.sceneLimit, share: settings.scenesPerAddress, linger: settings.linger)
        sessions.limit(to: settings.sessionLimit, lifetime: settings.sessionLifetime)
        server.limitStreams(to: settings.streamLimit)
        sockets.follow(change)
        streams.follow(change)
        Systemd.notify("READY=1")
        return change
    }

    /// Stops the server within `drainTimeout`. Accepts no new connection, or leaves them to other processes on the same
    /// port. Lets running requests end. Disconnects all viewers, which reconnect after a random time.
    public func stop() async {
        guard !context.isDraining else { return }
        Systemd.notify("STOPPING=1")
        let time = context.settings.drainTimeout
        let deadline = ContinuousClock.now + time
        context.drain(viewers: sockets.count + streams.count)
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
        configuration.listener = development?.listener
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
