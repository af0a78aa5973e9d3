import Clients
import JSON
import Loop

/// A visitor's browser: the cookies that its tabs share.
@SceneActor final class Browser {
    let app: TestApp
    private var credentials: Credentials

    init(_ app: TestApp, _ credentials: Credentials) {
        (self.app, self.credentials) = (app, credentials)
    }

    /// Sends a request as a page of the server does.
    func send(
        _ method: String, _ target: String, _ fields: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> HTTPResult {
        let headers = credentials.headers(from: app.address).merging(fields) { $1 }
        let result = try await Exchange.send(
            method, target, to: app.server, headers: headers, body: body, within: app.patience)
        credentials.take(result.headers)
        return result
    }

    /// Opens a socket.
    func openSocket() async throws -> MessageLine {
        let fields = credentials.headers(from: app.address).map { "\($0.key): \($0.value)" }
        let line = try await MessageLine.open(to: app.server, fields, within: app.patience)
        credentials.take(line.headers ?? [:])
        return line
    }
}
