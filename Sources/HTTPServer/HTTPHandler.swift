import Loop

/// Handles requests. All calls are on the loop.
@SceneActor package protocol HTTPHandler: AnyObject {
    /// Returns the maximum size of the body of a request with this head. A larger body is refused with 413.
    func bodyLimit(for request: HTTPRequest) -> BodyLimit

    /// Returns the memory share of the client's address; `nil` for an address without a limit.
    func share(of request: HTTPRequest) -> ByteShare?

    /// Returns headers for every response to a request with this head, including a refusal.
    func fields(for request: HTTPRequest) -> [(String, String)]

    /// Whether the handler reads the body of a request with this head in pieces (``HTTPExchange/body``).
    func readsBody(of request: HTTPRequest) -> Bool

    /// Handles a request, and responds now or later. The body is complete, unless the handler reads it in pieces.
    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange)

    /// Makes the response to a request that is refused before it is handled. `limit` is the name of the exceeded limit,
    /// if any: the body limit's, or a limit's in ``HTTPConfiguration``.
    func problem(status: Int, code: String, detail: String, limit: String?) -> HTTPResponse

    /// Called when a request was refused before it was handled, with `bytes` in the response body. The head of the
    /// request is empty if it could not be read.
    func recordRefusal(of request: HTTPRequest, status: Int, bytes: Int)
}

extension HTTPHandler {
    /// Returns `nil`: no address has a limit.
    package func share(of request: HTTPRequest) -> ByteShare? { nil }

    /// Returns false: the body is kept in memory.
    package func readsBody(of request: HTTPRequest) -> Bool { false }

    /// Returns no headers.
    package func fields(for request: HTTPRequest) -> [(String, String)] { [] }

    /// Does nothing.
    package func recordRefusal(of request: HTTPRequest, status: Int, bytes: Int) {}
}
