import Loop

/// Answers requests. Everything happens on the loop.
@SceneActor package protocol HTTPHandler: AnyObject {
    /// The largest body that a request with this head may have; 413 is answered to more.
    func bodyLimit(for request: HTTPRequest) -> BodyLimit

    /// The share of the address that a request comes from; `nil` for an address that has no limit.
    func share(of request: HTTPRequest) -> ByteShare?

    /// Headers that every answer to a request with this head has, also one that refuses it.
    func fields(for request: HTTPRequest) -> [(String, String)]

    /// Answers a request, whose body is complete, now or later.
    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange)

    /// The answer to a request that is refused before it is handled; `limit` is the name of the limit, if it is for one: that
    /// of the body's, or of a limit in ``HTTPConfiguration``.
    func problem(status: Int, code: String, detail: String, limit: String?) -> HTTPResponse

    /// A request was refused before it was handled, with so many bytes; its head is empty if it could not be read.
    func noteRefusal(of request: HTTPRequest, status: Int, bytes: Int)
}

extension HTTPHandler {
    /// No address has a limit.
    package func share(of request: HTTPRequest) -> ByteShare? { nil }

    /// None.
    package func fields(for request: HTTPRequest) -> [(String, String)] { [] }

    /// Nobody wants to know.
    package func noteRefusal(of request: HTTPRequest, status: Int, bytes: Int) {}
}
