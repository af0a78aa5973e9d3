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
        400, "invalid-header", "A header line ends without CR LF, contains NUL, or is folded.")
    /// Content-Length is not a number.
    static let badLength = Refusal(400, "invalid-length", "Content-Length is not a number.")
    /// The headers and cookies exceed the memory of the connection.
    static let longHead = Refusal(
        431, "head-too-large", "The headers and cookies of the request are too large.")
    /// A chunk of the body begins with a line that is too long.
    static let longChunkLine = Refusal(400, "invalid-body", "The size line of a chunk is too long.")
    /// The body exceeds the limit.
    static func tooLarge(_ limit: BodyLimit) -> Refusal {
        Refusal(413, "too-large", "The body exceeds \(limit.bytes) bytes.", limit: limit.name)
    }
    /// The request was not complete in time.
    static let late = Refusal(408, "request-timeout", "The request took too long to arrive.")
    /// The address has reached its limit of connections.
    static func crowd(of limit: Int) -> Refusal {
        Refusal(
            429, "too-many-connections", "Your address has \(limit) open connections. Close some of them.",
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
