/// A violation of the protocol that ends the connection (RFC 6455, section 7.1.7).
package enum ProtocolViolation: Error, Equatable, Sendable, CaseIterable {
    /// A reserved bit is set, and no negotiated extension defines it.
    case reservedBits
    /// The opcode is reserved.
    case reservedOpcode
    /// A close, ping or pong frame is not the last of its message.
    case fragmentedControlFrame
    /// A close, ping or pong frame has more than 125 bytes of payload.
    case oversizedControlFrame
    /// A client sent a frame without a mask.
    case unmaskedFrame
    /// A server sent a masked frame.
    case maskedFrame
    /// A length is not in its shortest form.
    case nonMinimalLength
    /// The top bit of a 64-bit length is set.
    case invalidLength
    /// A continuation frame follows no unfinished message.
    case unexpectedContinuation
    /// A new message begins inside an unfinished one.
    case expectedContinuation
    /// A message has more bytes than the limit.
    case messageTooBig
    /// A message has more frames than the limit.
    case tooManyFragments
    /// A compressed message cannot be decompressed.
    case damagedCompression
    /// A text message is not UTF-8.
    case invalidUTF8
    /// A close frame's payload is a single byte, or its code is not allowed in a close frame.
    case invalidClosePayload
    /// A close frame's reason is not UTF-8.
    case invalidCloseReason

    /// The close code for the peer (section 7.4.1).
    package var closeCode: CloseCode {
        switch self {
        case .messageTooBig, .tooManyFragments: .messageTooBig
        case .invalidUTF8, .invalidCloseReason, .damagedCompression: .invalidPayload
        default: .protocolError
        }
    }

    /// The close reason for the peer's author, in a few words.
    package var reason: String {
        switch self {
        case .reservedBits: "reserved bit set"
        case .reservedOpcode: "reserved opcode"
        case .fragmentedControlFrame: "fragmented control frame"
        case .oversizedControlFrame: "control frame over 125 bytes"
        case .unmaskedFrame: "client frame not masked"
        case .maskedFrame: "server frame masked"
        case .nonMinimalLength: "length not in its shortest form"
        case .invalidLength: "64-bit length with its top bit set"
        case .unexpectedContinuation: "continuation without a message"
        case .expectedContinuation: "new message before the end of a fragmented one"
        case .messageTooBig: "message too big"
        case .tooManyFragments: "too many fragments"
        case .damagedCompression: "compressed data damaged"
        case .invalidUTF8: "text not UTF-8"
        case .invalidClosePayload: "invalid close payload"
        case .invalidCloseReason: "close reason not UTF-8"
        }
    }
}
