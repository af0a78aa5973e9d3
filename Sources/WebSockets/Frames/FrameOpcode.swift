/// The type of a frame (RFC 6455, section 5.2). The other ten values are reserved.
package enum FrameOpcode: UInt8, Sendable {
    /// A further part of a fragmented message.
    case continuation = 0x0
    /// A text message, or its first part.
    case text = 0x1
    /// A binary message, or its first part.
    case binary = 0x2
    /// The end of the connection.
    case close = 0x8
    /// A request for a pong.
    case ping = 0x9
    /// The answer to a ping, or an unsolicited sign of life.
    case pong = 0xA

    /// Whether the frame is a control frame: at most 125 bytes, never fragmented, allowed between fragments (section
    /// 5.5).
    package var isControl: Bool { rawValue & 0x8 != 0 }
}
