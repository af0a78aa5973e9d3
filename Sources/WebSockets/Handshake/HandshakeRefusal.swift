/// The reason why a request is not a valid WebSocket handshake for this server (RFC 6455, sections 4.2.1 and 4.4).
package enum HandshakeRefusal: Error, Equatable, Sendable, CaseIterable {
    /// The method is not `GET`.
    case notGet
    /// The request is HTTP/1.0, which cannot upgrade, or not HTTP/1 at all.
    case unsupportedHTTPVersion
    /// `Connection` does not contain `upgrade`, or `Upgrade` does not contain `websocket`.
    case notAnUpgrade
    /// `Sec-WebSocket-Version` is not 13.
    case unsupportedVersion
    /// `Sec-WebSocket-Key` is not 16 bytes in Base64.
    case invalidKey
    /// `Sec-WebSocket-Extensions` is not a list of extensions (section 9.1).
    case invalidExtensions

    /// The HTTP status of the response.
    package var status: Int {
        switch self {
        case .notGet: 405
        case .notAnUpgrade, .unsupportedVersion: 426
        case .unsupportedHTTPVersion, .invalidKey, .invalidExtensions: 400
        }
    }

    /// The headers that the response must have (RFC 9110 section 7.8).
    package var fields: [(name: String, value: String)] {
        switch self {
        case .notGet: [("Allow", "GET")]
        case .notAnUpgrade, .unsupportedVersion:
            [("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
        case .unsupportedHTTPVersion, .invalidKey, .invalidExtensions: []
        }
    }

    /// A sentence for the person who reads the response.
    package var message: String {
        switch self {
        case .notGet: "A WebSocket must be opened with GET."
        case .unsupportedHTTPVersion: "A WebSocket must be opened with HTTP/1.1."
        case .notAnUpgrade: "This address requires a WebSocket. Send Connection: Upgrade and Upgrade: websocket."
        case .unsupportedVersion: "Only version 13 of the WebSocket protocol is supported."
        case .invalidExtensions: "Sec-WebSocket-Extensions must be a list of extensions with parameters."
        case .invalidKey: "Sec-WebSocket-Key must be 16 bytes in base64."
        }
    }
}
