import ArgumentParser
import Blueprints
import Descriptions
import Foundation
import Loop
import Outbound
import Serving
import Stores
import ViewModels

/// `oriel types`: prints the types of a database or of a running server, for clients in TypeScript.
struct TypesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types", abstract: "Print the routes of a database or a server as types of TypeScript.",
        discussion: """
            For example: oriel types shop.sqlite > shop.d.ts, then in a client: \
            import type { Routes } from './shop.js', and connect<Routes>().open('/Artist').

            From a server come the routes that the owner of the key may use, those of an app included. From a file \
            come all its tables.
            """)

    @Argument(
        help: "A SQLite or JSON file, the address of a PostgreSQL database (postgres://…), or of a server (https://…).")
    var source: String

    @Option(help: "A file with a key for the server.")
    var keyFile: String?

    func run() async throws {
        let isServer = ["http://", "https://"].contains { source.hasPrefix($0) }
        print(try await isServer ? textOfServer() : textOfFile(), terminator: "")
    }

    private func textOfFile() async throws -> String {
        guard keyFile == nil else { throw Failure("A file needs no key. Leave out --key-file.") }
        let names = await StaticFiles(directory: Settings().publicDirectory).reservedNames
        return try await withStore(of: source) { store in
            let coordinator = DatabaseCoordinator(store: store, reserved: names)
            guard let describer = coordinator.describer(for: .nobody, isOperator: false) else { return "" }
            return TypeScript(describer.describe()).text
        }
    }

    private func textOfServer() async throws -> String {
        let base = source.hasSuffix("/") ? String(source.dropLast()) : source
        guard let url = SecureURL(base + "/-/types.d.ts") else {
            throw Failure("\(source) is no https:// address. Only a server on this machine may be http://.")
        }
        var request = OutboundRequest(url)
        if let keyFile {
            guard let key = try? String(contentsOfFile: keyFile, encoding: .utf8) else {
                throw Failure("\(keyFile) cannot be read.")
            }
            request.headers.append(("Authorization", "Bearer \(key.trimmingCharacters(in: .whitespacesAndNewlines))"))
        }
        request.headers[0] = ("Accept", "text/plain")
        var limits = OutboundRequest.Limits()
        (limits.time, limits.size) = (.seconds(60), 128 << 20)
        let response: OutboundResponse
        do throws(OutboundError) {
            response = try await Self.send(request, within: limits)
        } catch {
            throw Failure("\(source) cannot be read: \(error.reason).")
        }
        guard response.status == 200 else {
            let advice = response.status == 401 ? " Name a file with a key: --key-file." : ""
            throw Failure("\(source) has responded with \(response.status).\(advice)")
        }
        return String(decoding: response.body, as: UTF8.self)
    }

    @concurrent private static func send(
        _ request: OutboundRequest, within limits: OutboundRequest.Limits
    ) async throws(OutboundError) -> OutboundResponse { try request.send(within: limits) }
}
