import Loop

/// A request as the client sent it. Nothing is decoded.
@SceneActor package final class HTTPRequest {
    /// The request line and the headers.
    @exclusivity(unchecked) package internal(set) var head = RequestHead.unread
    /// A value that the handler attached to this request.
    package var memo: AnyObject?
    /// The whole body.
    package private(set) var body: [UInt8] = []
    /// The memory that the body is counted for, until the request ends, even if a handler has taken the body.
    private var kept: ByteHolding?
    private let connection: Connection

    /// Returns the whole body and removes it from the request.
    package func takeBody() -> [UInt8] {
        defer { body = [] }
        return body
    }

    /// Appends a part of the body and counts it for an address, if memory allows.
    ///
    /// - Returns: Which limit refuses the part; `nil` if none does.
    func keep(
        _ part: UnsafeRawBufferPointer, in memory: ByteAccount, for share: @autoclosure () -> ByteShare?
    ) -> ByteAccount.Shortage? {
        let kept = kept ?? ByteHolding(.bodies, in: memory, for: share())
        self.kept = kept
        if let shortage = kept.take(part.count) { return shortage }
        body.append(contentsOf: part)
        return nil
    }

    /// Counts memory for pieces of the body, until the request ends.
    ///
    /// - Returns: Which limit refuses it; `nil` if none does.
    func reserve(_ bytes: Int, in memory: ByteAccount, for share: ByteShare?) -> ByteAccount.Shortage? {
        let kept = ByteHolding(.bodies, in: memory, for: share)
        self.kept = kept
        return kept.take(bytes)
    }

    /// Removes the body and frees its memory.
    func dropBody() {
        body = []
        kept = nil
    }

    init(on connection: Connection) {
        self.connection = connection
    }

    /// The id of the request: its `X-Request-Id` if that is fit for a log, otherwise a new id.
    package private(set) lazy var id: String = head.givenID ?? RequestID.make()

    /// The method, such as `GET`.
    package var method: String { head.method }
    /// The protocol version, such as `HTTP/1.1`.
    package var version: String { head.version }
    /// The path and query, without the scheme and host of an absolute form.
    package var target: String { head.target }
    /// The path.
    package var path: String { head.path }
    /// The query, without its question mark; `nil` if the target has none.
    package var query: String? { head.query }
    /// The requested host and port: those of an absolute target, otherwise the `Host` header (RFC 9112 section 3.2.2).
    package var host: String? { head.host }

    /// The value of a header. Names are case-insensitive, and the values of repeated headers are joined by commas.
    package func header(_ name: String) -> String? { head.header(name) }

    /// The number of lines with a header. Names are case-insensitive.
    package func lines(of name: String) -> Int { head.lines(of: name) }

    /// The size of the body, if the head says it.
    package var contentLength: Int? { head.contentLength }

    /// The client's address; empty if the client disconnected before the address was read.
    package var peerAddress: String { connection.peerAddress }
}
