import Loop

/// The reason why a request is refused before it is handled.
struct Refusal: Error {
    let status: Int
    let code: String
    let detail: String
    /// The name of the exceeded limit, if any.
    let limit: String?

    init(_ status: Int, _ code: String, _ detail: String, limit: String? = nil) {
        self.status = status
        self.code = code
        self.detail = detail
        self.limit = limit
    }

    /// The lines of the head leave a gap in its bytes.
    static let gap = Refusal(
        400, "invalid-header", "A line of the head does not end with CR LF, has a NUL, or goes on in the next line.")
    /// Content-Length is not a number.
    static let badLength = Refusal(400, "invalid-length", "Content-Length is no number.")
    /// The headers and cookies exceed the memory of the connection.
    static let longHead = Refusal(
        431, "head-too-large", "The request has more headers or cookies than there is room for.")
    /// A chunk of the body begins with a line that is too long.
    static let longChunkLine = Refusal(400, "invalid-body", "The line before a chunk of the body is too long.")
    /// The body exceeds the limit.
    static func tooLarge(_ limit: BodyLimit) -> Refusal {
        Refusal(413, "too-large", "The body is larger than it may be: \(limit.bytes) bytes.", limit: limit.name)
    }
    /// The request was not complete in time.
    static let late = Refusal(408, "request-timeout", "The request took too long to come.")
    /// The address has reached its limit of connections.
    static func crowd(of limit: Int) -> Refusal {
        Refusal(
            429, "too-many-connections", "Your address has \(limit) connections open. Close some of them.",
            limit: "connectionsPerAddress")
    }
    /// The server stops before the request is complete.
    static let stopping = Refusal(503, "stopping", "The server is stopping.")
    /// Makes the refusal for a memory limit, in total or for one address.
    init(_ shortage: ByteAccount.Shortage) {
        self.init(shortage.status, shortage.code, shortage.message, limit: shortage.setting)
    }
}

extension ByteAccount.Shortage {
    /// The status of the response to a refused request.
    package var status: Int { self == .total ? 503 : 429 }
    /// The code of the response.
    package var code: String { "no-room" }
}
