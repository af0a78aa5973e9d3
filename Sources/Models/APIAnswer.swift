import JSON

/// Why another service's answer is of no use.
public struct APIFailure: Error, Equatable, CustomStringConvertible {
    /// The answer's HTTP status; 444 when there was no answer.
    public let status: Int
    /// What is wrong, in words for people: the service's own, if it has any.
    public let message: String

    /// The message.
    public var description: String { message }

    /// A failure.
    public init(status: Int, message: String) {
        self.status = status
        self.message = message
    }
}

extension JSON {
    /// What a JSON service has answered: its body, or an empty object when there is none to an answer that says so (204, 205).
    ///
    ///     let repositories = try JSON(answer: response.status, response.body)
    ///
    /// - Parameters:
    ///   - status: The HTTP status; `nil` when there was no answer.
    ///   - body: The bytes of the body.
    /// - Throws: Without an answer; when the body of a good one is no JSON; and for a status that is not 2xx, with the
    ///   message in the body (`errors[0].value`, or `detail` or `title` of RFC 9457), or else what the status means.
    public init(answer status: Int?, _ body: [UInt8]) throws(APIFailure) {
        guard let status else { throw APIFailure(status: 444, message: "The service does not answer.") }
        let content = try? JSON(parsing: body)
        guard (200..<300).contains(status) else {
            let own = content?["errors"]?[0]?["value"] ?? content?["detail"] ?? content?["title"]
            let known = HTTPStatus(rawValue: status)?.text ?? "Unknown HTTP status code received (\(status))."
            throw APIFailure(status: status, message: own?.stringValue ?? known)
        }
        let isEmpty = status == 204 || status == 205
        guard let content = isEmpty ? [:] : content else {
            throw APIFailure(status: status, message: "The service's answer is no JSON.")
        }
        self = content
    }
}
