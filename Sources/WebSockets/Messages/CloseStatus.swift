/// The content of a close frame (RFC 6455, section 5.5.1).
struct CloseStatus {
    /// The close code; nil if the frame is empty.
    let code: CloseCode?
    let reason: String

    /// Parses the payload of a close frame.
    init(_ payload: FramePayload) throws(ProtocolViolation) {
        let bytes = payload.array
        guard !bytes.isEmpty else {
            (code, reason) = (nil, "")
            return
        }
        guard bytes.count >= 2 else { throw .invalidClosePayload }
        let code = CloseCode(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
        guard code.mayTravel else { throw .invalidClosePayload }
        guard let reason = String(validating: bytes[2...], as: UTF8.self) else { throw .invalidCloseReason }
        (self.code, self.reason) = (code, reason)
    }
}
