import Clients
import JSON

// Requests in the session of the visitor, for what the page does not show: statuses, headers, files.
extension Visit {
    /// `GET`s a target, such as `/pictures/1`.
    public nonisolated(nonsending) func get(
        _ target: String, _ headers: [String: String] = [:]
    ) async throws -> TestAnswer {
        try await send("GET", target, headers)
    }

    /// `POST`s the arguments of a command, such as to `/tickets/1:close`.
    public nonisolated(nonsending) func post(
        _ target: String, _ arguments: JSON = [:], _ headers: [String: String] = [:]
    ) async throws -> TestAnswer {
        try await send("POST", target, headers, body: arguments.bytes)
    }

    /// Sends a request.
    public nonisolated(nonsending) func send(
        _ method: String, _ target: String, _ headers: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> TestAnswer {
        try await update { tab in
            let answer = try await TestAnswer(tab.browser.send(method, target, headers, body: body))
            try await tab.settle()
            return answer
        }
    }
}
