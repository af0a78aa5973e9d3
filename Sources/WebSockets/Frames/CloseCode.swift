/// The reason why a connection is closed (RFC 6455, section 7.4, and the IANA registry of close codes).
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    /// The number in the close frame.
    package let rawValue: UInt16

    /// Makes the code with this number, known or unknown.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// 1000: the connection has fulfilled its purpose.
    package static let normal = CloseCode(rawValue: 1000)
    /// 1001: the server shuts down, or the browser leaves the page.
    package static let goingAway = CloseCode(rawValue: 1001)
    /// 1002: the peer violated the protocol.
    package static let protocolError = CloseCode(rawValue: 1002)
    /// 1003: a type of message that is not accepted.
    package static let unsupportedData = CloseCode(rawValue: 1003)
    /// 1007: text that is not UTF-8.
    package static let invalidPayload = CloseCode(rawValue: 1007)
    /// 1009: a message over the limit.
    package static let messageTooBig = CloseCode(rawValue: 1009)
    /// 1012: the client has to connect again.
    package static let serviceRestart = CloseCode(rawValue: 1012)
    /// 1013: the server is overloaded.
    package static let tryAgainLater = CloseCode(rawValue: 1013)
    /// 4401: the client has to sign in, or is no longer signed in. The number refers to HTTP's 401.
    package static let signIn = CloseCode(rawValue: 4401)
    /// 4429: messages arrive too fast, or too many at once. The number refers to HTTP's 429.
    package static let tooFast = CloseCode(rawValue: 4429)

    /// Whether a close frame may contain the code: 1000 to 1014 except 1004, 1005 and 1006, and 3000 to 4999.
    package var mayTravel: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
