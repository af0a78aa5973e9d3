/// What the bytes of a connection meant.
package enum FrameEvent {
    /// A whole text message, valid UTF-8.
    case text(FramePayload)
    /// A whole binary message.
    case binary(FramePayload)
    /// A ping, to be answered with the same bytes.
    case ping(FramePayload)
    /// A pong, asked for or not.
    case pong(FramePayload)
    /// The peer's close frame; nothing more is parsed.
    case close(CloseCode?, reason: String)
    /// The peer broke the protocol; nothing more is parsed.
    case failure(ProtocolViolation)
}
