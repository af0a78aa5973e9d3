import Foundation
import JSON
import TestSupport

/// A small app in a folder of its own, and `oriel dev` that serves it.
final class DevelopedApp: Sendable {
    let port: Int
    let program: Program
    private let folder: TemporaryFolder

    var http: HTTPClient { HTTPClient(port: port) }

    /// Starts `oriel dev` for an app that shows a word, after something that it does first.
    init(_ word: String, first: String = "") async throws {
        folder = try TemporaryFolder()
        for place in ["bin", "app/Sources/Word", "app/public"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(place)", withIntermediateDirectories: true)
        }
        try Compiler.writeSwift(into: folder.path + "/bin")
        let app = folder.path + "/app"
        try Data().write(to: URL(fileURLWithPath: app + "/Package.swift"))
        try Data("<!doctype html><title>Word</title>".utf8).write(to: URL(fileURLWithPath: app + "/public/index.html"))
        try Self.write(Self.source(word, first: first), app)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        program = try Program(
            ["dev", "--in", app, "--port", "0"], environment: ["PATH": "\(folder.path)/bin:\(path)"])
        guard let port = try await program.port() else {
            throw ClientError("oriel dev printed no address: \(try await program.end().errors)")
        }
        self.port = port
    }

    /// Replaces the source of the app.
    func save(_ source: String) throws { try Self.write(source, folder.path + "/app") }

    /// Replaces a file of settings.
    func save(settings text: String) throws {
        let url = URL(fileURLWithPath: "\(folder.path)/app/word.yaml")
        try Data(text.utf8).write(to: url, options: .atomic)
    }

    /// Replaces a file of the browser client.
    func save(asset name: String, _ text: String) throws {
        let url = URL(fileURLWithPath: "\(folder.path)/app/public/\(name)")
        try Data(text.utf8).write(to: url, options: .atomic)
    }

    /// Follows the state that `oriel dev` sends to pages until it meets a condition.
    func follow(until condition: (JSON) -> Bool) async throws -> JSON {
        let deadline = ContinuousClock.now + patienceOfTests
        while ContinuousClock.now < deadline {
            guard let stream = try? await EventClient(port: port, "/-/dev") else { continue }  // the app has just ended
            while let event = try? await stream.receive(), let start = event.range(of: "data: ") {
                let state = try JSON(parsing: String(event[start.upperBound...]))
                if condition(state) { return state }
            }
        }
        throw ClientError("the state did not come")
    }

    /// Stops `oriel dev`, as Ctrl-C does.
    func stop() async throws -> Program.Ending {
        program.signalAll(SIGINT)
        return try await program.end()
    }

    private static func write(_ source: String, _ app: String) throws {
        try Data(source.utf8).write(to: URL(fileURLWithPath: app + "/Sources/Word/Word.swift"), options: .atomic)
    }

    /// The source of an app with a word, a draft of a form, and what it does at its start.
    static func source(_ word: String, first: String = "") -> String {
        """
        import Oriel

        final class WordViewModel: ViewModel {
            @Output var word = "\(word)"

            init() {
                super.init()
                commands = [
                    Command("crash", title: "Crash") { _ in fatalError("no luck") },
                    Command("fail", title: "Fail") { _ in throw CommandFailure.failed(message: "no paper") },
                ]
            }
        }

        final class DraftForm: FormViewModel {
            @Input var text = ""
        }

        @SceneActor final class Words: AppCoordinator {
            override init() {
                super.init()
                screen("/word") { _ in WordViewModel() }
                screen("/broken") { _ async throws in throw CommandFailure.failed(message: "no ink") }
                personal("/draft") { _ in DraftForm() }
            }
        }

        @main enum Program {
            static func main() async {
                \(first)
                await Oriel.run { Words() }
            }
        }
        """
    }
}

/// Gives a body an app that `oriel dev` serves, and stops both afterwards.
func withDevelopedApp(
    _ word: String, first: String = "", _ body: @Sendable (DevelopedApp) async throws -> Void
) async throws {
    try await using({ try await DevelopedApp(word, first: first) }, close: { try? await $0.program.stop() }, body)
}
