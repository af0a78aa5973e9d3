import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Handles commands sent by `POST /route:command` with a JSON body. A command that waits for the answer to a dialog,
/// which may take any time, gets a 202 with the dialog.
@SceneActor final class CommandEndpoint {
    private let context: ServerContext
    private let runner: CommandRunner
    private let visitors: Visitors

    init(context: ServerContext, runner: CommandRunner, visitors: Visitors) {
        self.context = context
        self.runner = runner
        self.visitors = visitors
    }

    func post(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        guard let address = ColonAddress(request) else {
            throw .badRequest("invalid-route", "The URL has an invalid escape, or no command after the colon.")
        }
        if let coding = request.header("Content-Encoding"), coding.lowercased() != "identity" {
            throw .encodedBody(coding)
        }
        let options = context.settings.parsing
        let key = request.header("Idempotency-Key")
        let (visitor, id) = (visitors.ticket(of: request), request.id)
        let condition = try Precondition(request, context)
        Task { @SceneActor in
            let invocation = await Self.read(request.takeBody(), as: address.name, options)
            do throws(Problem) {
                let run = try await runner.start(
                    address.name, invocation, at: address.route, for: visitor, key: key, if: condition, id: id)
                var response: HTTPResponse
                if let dialog = await run.pause() {
                    response = Self.response(202, ["waiting": dialog])
                } else {
                    response = Self.response(try await run.outcome())
                }
                response.headers += visitors.cookie(for: visitor)
                exchange.respond(response)
            } catch {
                let path = Route(address.route.segments).description
                let error = error.placed(["id": id, "path": path, "command": address.name]).named(id)
                exchange.respond(visitors.answer(error, to: visitor))
            }
        }
    }

    /// Larger bodies, in bytes, are parsed off the loop. A megabyte takes some milliseconds.
    private static let largest = 64 * 1024

    /// Parses a body, off the loop if it is large.
    private static func read(
        _ body: [UInt8], as command: String, _ options: JSON.ParsingOptions
    ) async -> Result<Invocation, Problem> {
        body.count > largest ? await readElsewhere(body, as: command, options) : result(body, as: command, options)
    }

    @concurrent nonisolated private static func readElsewhere(
        _ body: [UInt8], as command: String, _ options: JSON.ParsingOptions
    ) async -> Result<Invocation, Problem> {
        result(body, as: command, options)
    }

    nonisolated private static func result(
        _ body: [UInt8], as command: String, _ options: JSON.ParsingOptions
    ) -> Result<Invocation, Problem> {
        Result { () throws(Problem) in try invocation(of: command, body: body, options) }
    }

    /// Parses a body. Its members are the arguments; an empty body has none. If the body has expected values,
    /// `arguments` is one of its members.
    nonisolated private static func invocation(
        of command: String, body: [UInt8], _ options: JSON.ParsingOptions
    ) throws(Problem) -> Invocation {
        guard !body.isEmpty else { return Invocation(command: command) }
        let json: JSON
        do {
            json = try JSON(parsing: body, options: options)
        } catch {
            throw Problem(error)
        }
        guard case .object(let arguments) = json else {
            throw .badRequest("invalid-body", "The body must be a JSON object with the arguments by name.")
        }
        var invocation = Invocation(command: command, arguments: arguments)
        // A deletion needs no arguments, so the member may be missing.
        let inner = arguments["arguments"] ?? (command.split(separator: ".").last == "delete" ? [:] : .null)
        if case .object(let inner) = inner, let expected = arguments["expected"],
            Set(arguments.names).isSubset(of: ["row", "arguments", "expected"])
        {
            guard expected == .null || expected.objectValue != nil else {
                throw .badRequest("invalid-body", "\"expected\" must be an object with the values by name.")
            }
            invocation.row = arguments["row"]?.rowID
            invocation.arguments = inner
            invocation.expected = expected.objectValue ?? [:]
        }
        return invocation
    }

    private static func response(_ outcome: CommandOutcome) -> HTTPResponse {
        var body: JSONObject = ["result": .object(outcome.result)]
        if let navigation = outcome.navigation { body["navigate"] = .string(navigation.route) }
        return response(200, body)
    }

    private static func response(_ status: Int, _ body: JSONObject) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: .bytes(JSON.object(body).bytes))
    }
}

extension Settings {
    /// The limits for parsing the JSON of requests and messages.
    var parsing: JSON.ParsingOptions {
        JSON.ParsingOptions(depthLimit: depthLimit, elementLimit: elementLimit, rejectsDuplicates: true)
    }
}
