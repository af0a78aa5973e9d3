import Loop

/// Why a request is refused before it is handled.
struct Refusal: Error {
    let status: Int
    let code: String
    let detail: String
    /// What the limit is called that it is for.
    let limit: String?

    init(_ status: Int, _ code: String, _ detail: String, limit: String? = nil) {
        self.status = status
        self.code = code
        self.detail = detail
        self.limit = limit
    }

    /// The head is not the sum of its parts.
    static let gap = Refusal(
        400, "invalid-header", "A line of the head does not end with CR LF, has a NUL, or goes on in the next line.")
    /// The body's length is none.
    static let badLength = Refusal(400, "invalid-length", "Content-Length is no number.")
    /// The head has more fields and cookies than the connection's memory has room for.
    static let longHead = Refusal(
        431, "head-too-large", "The request has more headers or cookies than there is room for.")
    /// A chunk of the body begins with a line that does not end.
    static let longChunkLine = Refusal(400, "invalid-body", "The line before a chunk of the body is too long.")
    /// The body is over the limit.
    static func tooLarge(_ limit: BodyLimit) -> Refusal {
        Refusal(413, "too-large", "The body is larger than it may be: \(limit.bytes) bytes.", limit: limit.name)
    }
    /// The request has begun and does not come to its end.
    static let late = Refusal(408, "request-timeout", "The request took too long to come.")
    /// The address has as many connections as it may have.
    static func crowd(of limit: Int) -> Refusal {
        Refusal(
            429, "too-many-connections", "Your address has \(limit) connections open. Close some of them.",
            limit: "connectionsPerAddress")
    }
    /// The server ends before the request has come.
    static let stopping = Refusal(503, "stopping", "The server is stopping.")
    /// As much is kept as may be, for all clients together or for one address.
    init(_ shortage: ByteAccount.Shortage) {
        switch shortage {
        case .total:
            self.init(503, "no-room", "The server keeps as much as memoryLimit allows. Try again later.", limit: "memoryLimit")
        case .share:
            self.init(
                429, "no-room", "The server keeps as much for your address as it may. Try again later.",
                limit: "memoryPerAddress")
        }
    }
}
