import ArgumentParser
import Glibc
import HTTPServer
import JSON
import Loop
import Serving

/// `oriel-conformance`: exposes the parsers alone, for independent test suites.
@main
struct ConformanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oriel-conformance", abstract: "Entry points for independent conformance suites.",
        subcommands: [Serve.self, Patch.self, Difference.self])

    /// Serves a WebSocket echo at `/echo`, and `POST /json`.
    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Serve a WebSocket echo at /echo, and POST /json, which returns the value of a JSON text.")

        @Option(help: "The port to listen on; 0 chooses a free one.")
        var port = 9001

        @Option(help: "The address to listen on.")
        var host = "127.0.0.1"

        func validate() throws {
            guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
        }

        func run() async throws {
            let signals = Signals([SIGTERM, SIGINT])
            let server = try await start()
            _ = await signals.first()
            await server.stop()
        }

        @SceneActor private func start() throws -> HTTPServer {
            var configuration = HTTPConfiguration()
            configuration.host = host
            configuration.allowRemote = true  // stores nothing, so remote access is safe
            configuration.port = port
            let server = HTTPServer(configuration: configuration, handler: ConformanceHandler())
            print("Conformance at http://\(host):\(try server.start())")
            fflush(nil)
            return server
        }
    }

    /// Reads lines `{"doc":…,"patch":…}` and writes lines `{"result":…}` or `{"error":"…"}`.
    struct Patch: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "json-patch", abstract: "Apply a JSON Patch per line: {\"doc\":…,\"patch\":…}.")

        func run() {
            // An operation has exactly one "op" (RFC 6902 section 4).
            var options = ConformanceLines.options
            options.rejectsDuplicates = true
            ConformanceLines.answer(options) { line in
                guard let document = line["doc"], let patch = line["patch"] else {
                    return ["error": "A line needs \"doc\" and \"patch\"."]
                }
                do {
                    return ["result": try document.applying(patch)]
                } catch {
                    return ["error": .string("\(error)")]
                }
            }
        }
    }

    /// Reads lines `{"from":…,"to":…}` and writes lines `{"patch":[…]}`.
    struct Difference: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "json-diff", abstract: "Compute a JSON Patch per line: {\"from\":…,\"to\":…}.")

        func run() {
            ConformanceLines.answer { line in
                guard let from = line["from"], let to = line["to"] else {
                    return ["error": "A line needs \"from\" and \"to\"."]
                }
                return ["patch": .array(JSON.difference(from: from, to: to, at: "").map(\.json))]
            }
        }
    }
}
