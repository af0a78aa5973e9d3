import ArgumentParser
import Configuration
import Foundation
import Loop
import Scenes
import Serving
import ViewModels

/// Serves an app until the program is stopped: the whole of its `main`.
///
///     @main enum App {
///         static func main() async { await Oriel.run { Music() } }
///     }
///
/// With `--config FILE`, settings are read from a file like `config/oriel.yaml`, again on SIGHUP. The options `--host`,
/// `--allow-remote`, `--port` and `--public` take precedence. Without a public folder of its own, the app is shown by
/// Oriel's browser client. An error ends the program with a message on standard error.
///
/// - Parameters:
///   - settings: The settings without a file.
///   - makeCoordinator: Creates the coordinator, on the event loop. It gets the settings that are in effect, with those
///     of the app (``Settings/app``).
public func run(
    _ settings: Settings = Settings(),
    _ makeCoordinator: @escaping @SceneActor (Settings) async throws -> any Coordinator
) async {
    let options = AppOptions.parseOrExit()
    let development = await Development(getenv("ORIEL_DEV").map { String(cString: $0) })
    let source = SettingsSource(settings, fileAt: options.config) { settings in
        options.listen.apply(to: &settings)
        if let development { settings.follow(development) }
        settings.publicDirectory = settings.publicDirectory ?? PublicFolder.find()
    }
    do {
        let settings = try source.readToServe()
        ServerLog.takeOver()
        let signals = Signals([SIGTERM, SIGINT, SIGHUP])
        let site = try await start(settings, makeCoordinator)
        let lastResort = LastResort(settings.drainTimeout) { [] }
        await signals.serve(lastResort) {
            await source.reload(lastResort) { await site.follow($0) }
        } stop: { _ in
            await site.stop()
        }
    } catch {
        stop(because: "\(error)")
    }
}

/// Serves an app that needs no settings; see the other overload.
public func run(
    _ settings: Settings = Settings(), _ makeCoordinator: @escaping @SceneActor () async throws -> any Coordinator
) async {
    await run(settings) { _ in try await makeCoordinator() }
}

/// The command line of an app.
private struct AppOptions: ParsableArguments, Sendable {
    @Option(help: "The settings file (see config/oriel.yaml).")
    var config: String?

    @OptionGroup var listen: ListenOptions
}

private func stop(because sentence: String) -> Never {
    FileHandle.standardError.write(Data("Error: \(sentence)\n".utf8))
    exit(1)
}

/// Serves an app with one screen at `/`, shared by all users.
///
///     @main enum App {
///         static func main() async { await Oriel.run { TodosViewModel() } }
///     }
///
/// See the other overload for the command line.
public func run(_ settings: Settings = Settings(), _ makeViewModel: @escaping @SceneActor () -> ViewModel) async {
    await run(settings) { _ in
        let coordinator = AppCoordinator()
        coordinator.screen("/") { _ in makeViewModel() }
        return coordinator
    }
}

@SceneActor private func start(
    _ settings: Settings, _ makeCoordinator: @SceneActor (Settings) async throws -> any Coordinator
) async throws -> RunningSite {
    let coordinator = try await makeCoordinator(settings)
    try settings.checkUse()
    await settings.development?.takeOver(showing: settings.publicDirectory)
    let site = try await RunningSite(
        coordinator, files: StaticFiles(directory: settings.publicDirectory), settings: settings)
    print("Serving at \(site.address)")
    if let first = await site.firstStep() { print("\(first.advice)\n\(first.link)") }
    fflush(nil)
    return site
}
