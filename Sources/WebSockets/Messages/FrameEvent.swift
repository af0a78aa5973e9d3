/// An event parsed from the bytes of a connection.
package enum FrameEvent {
    /// A complete text message, valid UTF-8.
    case text(FramePayload)
    /// A complete binary message.
    case binary(FramePayload)
    /// A ping, to be answered with the same bytes.
    case ping(FramePayload)
    /// A pong, solicited or not.
    case pong(FramePayload)
    /// The peer's close frame. Nothing more is parsed.
    case close(CloseCode?, reason: String)
    /// A violation of the protocol by the peer. Nothing more is parsed.
    case failure(ProtocolViolation)
}
