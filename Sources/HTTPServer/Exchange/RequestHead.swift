import Loop

/// What the head of a request says: nothing is decoded. Requests with the same bytes have the same head, which is read and
/// checked once for all of them (``HeadTable``).
@SceneActor package final class RequestHead {
    /// The method, as in `GET`.
    package let method: String
    /// The protocol, as in `HTTP/1.1`.
    let version: String
    /// The path and query, without the scheme and host of an absolute form.
    package let target: String
    /// The path.
    package let path: String
    /// What follows the question mark, if there is one.
    package let query: String?
    /// The host and port that the request is for: of an absolute form, otherwise the `Host` header's (RFC 9112 section 3.2.2).
    package let host: String?
    /// The origin of the page that asks, as its browser says it (RFC 6454 section 7).
    package let origin: String?
    /// The body's length, if the head says it.
    let contentLength: Int?
    /// Why such a request is refused, if it is.
    let refusal: Refusal?
    /// What `X-Request-Id` says, if it is fit for a log.
    let givenID: String?
    /// What the handler has worked out from this head, for the next request that has it.
    package var memo: AnyObject?
    private let fields: [HeaderField]

    /// The head of a request whose head is not known yet.
    static let unread = RequestHead()

    private init() {
        (method, version, target, path, query, host, origin) = ("", "", "/", "/", nil, nil, nil)
        (contentLength, refusal, givenID, fields) = (nil, nil, nil, [])
    }

    /// Reads and checks the head of a request.
    init(_ part: RequestPart, _ hidden: HiddenQuery) {
        let target = RequestTarget(hidden.target(at: part.target))
        let check = RequestCheck(part, target, length: hidden.targetLength)
        method = check.method
        version = check.version
        self.target = target.text
        let mark = target.text.utf8.firstIndex(of: UInt8(ascii: "?"))
        path = mark.map { String(target.text[..<$0]) } ?? target.text
        query = mark.map { String(target.text[target.text.utf8.index(after: $0)...]) }
        contentLength = check.contentLength
        refusal = check.refusal
        fields = check.fields
        host = target.host ?? fields.value(of: "Host")
        origin = fields.value(of: "Origin")
        givenID = fields.value(of: RequestID.header).flatMap { RequestID.isFit($0) ? $0 : nil }
    }

    /// The value of a header, whatever the case of its name; the values of several of one name joined by commas.
    package func header(_ name: String) -> String? { fields.value(of: name) }
}
