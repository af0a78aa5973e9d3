import JSON

/// A failed request to another JSON service.
public struct APIFailure: Error, Equatable, CustomStringConvertible {
    /// The HTTP status of the response; 444 when there was none.
    public let status: Int
    /// A message for people: the service's own, if it sent one.
    public let message: String

    /// The message.
    public var description: String { message }

    /// Creates a failure.
    public init(status: Int, message: String) {
        self.status = status
        self.message = message
    }
}

extension JSON {
    /// Creates JSON from the response of a JSON service: the body, or an empty object for 204 and 205.
    ///
    ///     let repositories = try JSON(answer: response.status, response.body)
    ///
    /// - Parameters:
    ///   - status: The HTTP status; `nil` when there was no response.
    ///   - body: The bytes of the body.
    /// - Throws: ``APIFailure`` without a response; when the body of a 2xx response is not JSON; and for any other
    ///   status, with the message in the body (`errors[0].value`, or `detail` or `title` of RFC 9457), or else the
    ///   meaning of the status.
    public init(answer status: Int?, _ body: [UInt8]) throws(APIFailure) {
        guard let status else { throw APIFailure(status: 444, message: "The service did not respond.") }
        let content = try? JSON(parsing: body)
        guard (200..<300).contains(status) else {
            let own = content?["errors"]?[0]?["value"] ?? content?["detail"] ?? content?["title"]
            let known = HTTPStatus(rawValue: status)?.text ?? "Unknown HTTP status code received (\(status))."
            throw APIFailure(status: status, message: own?.stringValue ?? known)
        }
        let isEmpty = status == 204 || status == 205
        guard let content = isEmpty ? [:] : content else {
            throw APIFailure(status: status, message: "The service's response is not JSON.")
        }
        self = content
    }
}
