import ArgumentParser
import Configuration
import Files
import Foundation
import Glibc
import Loop
import Serving

/// `oriel dev`: builds and serves an app, again after each change of its files.
struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev", abstract: "Build and serve an app, and show each change on the open pages.",
        discussion: """
            Follows the app's sources, its settings (*.yaml) and the files of its browser client. Sessions, drafts and \
            windows survive. If a build fails, open pages show why, and the last good build serves on.
            """)

    @Option(name: .customLong("in"), help: "The folder of the app.")
    var folder = "."

    @Option(help: "The executable to build. By default, the app's only target.")
    var product: String?

    @OptionGroup var listen: ListenOptions

    @Argument(parsing: .postTerminator, help: "Arguments of the app, after --.")
    var arguments: [String] = []

    func run() async throws {
        let app = try AppFolder(folder)
        var settings = Settings()
        listen.apply(to: &settings)
        if let fault = settings.fault { throw Failure(fault) }
        var options = settings.allowRemote ? ["--allow-remote"] : []
        if let folder = settings.publicDirectory { options += ["--public", folder.fromRoot] }
        if !app.path.isEmpty { _ = FileManager.default.changeCurrentDirectoryPath(app.path) }
        let signals = Signals([SIGTERM, SIGINT])
        let server = try await serve(product ?? app.target, settings, options + arguments)
        await signals.serve(LastResort(.seconds(5)) { [] }) { _ in await server.stop() }
    }

    @SceneActor private func serve(
        _ product: String, _ settings: Settings, _ arguments: [String]
    ) throws -> DevelopmentServer {
        do {
            return try DevelopmentServer(product, settings, arguments: arguments)
        } catch {
            throw Failure("\(error)")
        }
    }
}
