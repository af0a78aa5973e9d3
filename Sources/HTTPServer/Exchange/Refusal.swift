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
    static let gap = Refusal(400, "invalid-header", "A header has a NUL, or goes on in the next line.")
    /// The body's length is none.
    static let badLength = Refusal(400, "invalid-length", "Content-Length is no number.")
    /// The body is over the limit.
    static func tooLarge(_ limit: BodyLimit) -> Refusal {
        Refusal(413, "too-large", "The body is larger than it may be: \(limit.bytes) bytes.", limit: limit.name)
    }
    /// Too much is being sent at once, by all clients together.
    static let noRoom = Refusal(
        503, "no-room", "Too much is being sent at once. Try again later.", limit: "bodyMemory")
}
