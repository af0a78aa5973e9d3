import JSON
import ViewModels

// Requests as `curl` makes them, for what a page does not show: statuses, headers, files.
extension TestApp {
    /// `GET`s a target, such as `/pictures/1`.
    public func get(
        _ target: String, _ headers: [String: String] = [:], as principal: Principal? = nil
    ) async throws -> TestAnswer {
        try await send("GET", target, headers, as: principal)
    }

    /// `POST`s the arguments of a command, such as to `/tickets/1:close`.
    public func post(
        _ target: String, _ arguments: JSON = [:], _ headers: [String: String] = [:], as principal: Principal? = nil
    ) async throws -> TestAnswer {
        try await send("POST", target, headers, body: arguments.bytes, as: principal)
    }

    /// Sends a request in a new session of a principal.
    public func send(
        _ method: String, _ target: String, _ headers: [String: String] = [:], body: [UInt8]? = nil,
        as principal: Principal? = nil
    ) async throws -> TestAnswer {
        let browser = try await Browser(self, credentials(of: principal))
        return try await TestAnswer(browser.send(method, target, headers, body: body))
    }
}
