import Loop

/// The head of a request, not decoded. Requests with the same bytes share one head, which is parsed and checked once
/// (``HeadTable``).
@SceneActor package final class RequestHead {
    /// The method, such as `GET`.
    package let method: String
    /// The protocol version, such as `HTTP/1.1`.
    let version: String
    /// The path and query, without the scheme and host of an absolute form.
    package let target: String
    /// The path.
    package let path: String
    /// The query, without its question mark; `nil` if the target has none.
    package let query: String?
    /// The requested host and port: those of an absolute target, otherwise the `Host` header (RFC 9112 section 3.2.2).
    package let host: String?
    /// The `Origin` header: the origin of the page that sent the request (RFC 6454 section 7).
    package let origin: String?
    /// The Content-Length, if the head has one.
    let contentLength: Int?
    /// The reason why such a request is refused, if it is.
    let refusal: Refusal?
    /// The `X-Request-Id`, if it is fit for a log.
    let givenID: String?
    /// A value that the handler derived from this head, cached for the next request with the same head.
    package var memo: AnyObject?
    private let fields: [HeaderField]

    /// The head of a request before it is read.
    static let unread = RequestHead()

    private init() {
        (method, version, target, path, query, host, origin) = ("", "", "/", "/", nil, nil, nil)
        (contentLength, refusal, givenID, fields) = (nil, nil, nil, [])
    }

    /// Parses and checks the head of a request.
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

    /// Returns the value of a header. Names are case-insensitive, and the values of repeated headers are joined by
    /// commas.
    package func header(_ name: String) -> String? { fields.value(of: name) }

    /// Returns the number of lines with a header. Names are case-insensitive.
    package func lines(of name: String) -> Int { fields.count(of: name) }
}
