import ArgumentParser
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
/// The command line options `--host`, `--allow-remote`, `--port` and `--public` override `settings`. Without a public
/// folder of its own, the app is shown by Oriel's browser client. An error ends the program with a message on standard
/// error.
///
/// - Parameters:
///   - settings: The operator's settings; see `config/oriel.yaml`.
///   - makeCoordinator: Creates the coordinator, on the event loop.
public func run(
    _ settings: Settings = Settings(), _ makeCoordinator: @escaping @SceneActor () async throws -> any Coordinator
) async {
    var settings = settings
    ListenOptions.parseOrExit().apply(to: &settings)
    settings.publicDirectory = settings.publicDirectory ?? PublicFolder.find()
    if let fault = settings.fault { stop(because: fault) }
    let signals = Signals([SIGTERM, SIGINT])
    do {
        let site = try await start(settings, makeCoordinator)
        await signals.serve(LastResort(settings.drainTimeout) { [] }) { _ in await site.stop() }
    } catch {
        stop(because: "\(error)")
    }
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
    await run(settings) {
        let coordinator = AppCoordinator()
        coordinator.screen("/") { _ in makeViewModel() }
        return coordinator
    }
}

@SceneActor private func start(
    _ settings: Settings, _ makeCoordinator: @SceneActor () async throws -> any Coordinator
) async throws -> RunningSite {
    let coordinator = try await makeCoordinator()
    let site = try await RunningSite(
        coordinator, of: (coordinator as? any StoreCoordinator)?.store,
        files: StaticFiles(directory: settings.publicDirectory), settings: settings)
    print("Serving at \(site.address)")
    if let first = await site.firstStep() { print("\(first.advice)\n\(first.link)") }
    fflush(nil)
    return site
}
