import Loop

/// A request as it was sent: nothing is decoded.
@SceneActor package final class HTTPRequest {
    /// What its head says.
    @exclusivity(unchecked) package internal(set) var head = RequestHead.unread
    /// The whole body.
    package private(set) var body: [UInt8] = []
    /// What is kept of the body, as long as there is the request: whoever has taken the body keeps what was made of it.
    private var kept: ByteHolding?
    private let connection: Connection

    /// The whole body, which the request lets go of: for somebody who makes something else of it.
    package func takeBody() -> [UInt8] {
        defer { body = [] }
        return body
    }

    /// Keeps a part of the body for an address, if there is room for it.
    ///
    /// - Returns: Why there is none.
    func keep(
        _ part: UnsafeRawBufferPointer, in memory: ByteAccount, for share: @autoclosure () -> ByteShare?
    ) -> ByteAccount.Shortage? {
        let kept = kept ?? ByteHolding(.bodies, in: memory, for: share())
        self.kept = kept
        if let shortage = kept.take(part.count) { return shortage }
        body.append(contentsOf: part)
        return nil
    }

    /// Lets go of the body.
    func dropBody() {
        body = []
        kept = nil
    }

    init(on connection: Connection) {
        self.connection = connection
    }

    /// A name for the request: what its `X-Request-Id` says, if that is fit for a log, or a new one.
    package private(set) lazy var id: String = head.givenID ?? RequestID.make()

    /// The method, as in `GET`.
    package var method: String { head.method }
    /// The protocol, as in `HTTP/1.1`.
    package var version: String { head.version }
    /// The path and query, without the scheme and host of an absolute form.
    package var target: String { head.target }
    /// The path.
    package var path: String { head.path }
    /// What follows the question mark, if there is one.
    package var query: String? { head.query }
    /// The host and port that the request is for: of an absolute form, otherwise the `Host` header's (RFC 9112 section 3.2.2).
    package var host: String? { head.host }

    /// The value of a header, whatever the case of its name; the values of several of one name joined by commas.
    package func header(_ name: String) -> String? { head.header(name) }

    /// The address of whoever is at the other end of the connection; empty when they had gone before anybody asked.
    package var peerAddress: String { connection.peerAddress }
}
