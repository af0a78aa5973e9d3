import Clients
import JSON

/// A response to a request of a test.
public struct TestAnswer: Sendable, CustomStringConvertible {
    /// The status.
    public let status: Int
    /// The headers by lower-case names.
    public let headers: [String: String]
    /// The content.
    public let body: [UInt8]

    init(_ result: HTTPResult) {
        (status, headers, body) = (result.status, result.headers, result.body)
    }

    /// The content as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
    /// The content as JSON; `null` if the content is not JSON.
    public var json: JSON { (try? JSON(parsing: body)) ?? .null }

    /// The status and the content.
    public var description: String { "\(status) \(text)" }
}
