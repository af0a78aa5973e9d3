import Compression

/// The life of a WebSocket after its handshake: open, closing, closed (RFC 6455, sections 5.5 and 7), as a value
/// without I/O.
///
/// Bytes go in, actions come out; the owner of the socket only performs them:
///
///     var rest = readBuffer
///     while let action = connection.next(&rest) { perform(action) }
///
/// It holds a few machine words and no memory between messages, and has no isolation: whoever owns the socket owns
/// it.
package struct WebSocketConnection {
    /// How far the connection has come.
    package enum Phase: UInt8, Sendable {
        /// Messages flow.
        case open
        /// We sent a close frame and wait for the peer's; no further message may be sent, and none is delivered.
        case closing
        /// Nothing more is sent or read; the transport is to be shut.
        case closed
    }

    /// What the owner is to do.
    package enum Action {
        /// Deliver a text message, which is valid UTF-8.
        case text(FramePayload)
        /// Deliver a binary message.
        case binary(FramePayload)
        /// Note that the peer answered a ping with these bytes.
        case pong(FramePayload)
        /// Send these bytes.
        case send([UInt8])
        /// Send these bytes, if any, then shut the transport: the connection is over.
        case end(Ending, sending: [UInt8])
    }

    /// Why a connection is over.
    package enum Ending: Equatable, Sendable {
        /// The peer closed.
        case closedByPeer(CloseCode?, reason: String)
        /// The peer answered our close frame.
        case closedByUs(CloseCode?, reason: String)
        /// The peer broke the protocol.
        case violation(ProtocolViolation)
    }

    private var parser: FrameParser
    /// How far the connection has come.
    package private(set) var phase = Phase.open

    /// The bytes that are kept of a message that has not come whole.
    package var keptCount: Int { parser.keptCount }

    /// What a message of the peer's may be, from the next frame on.
    package var limits: MessageLimits {
        get { parser.limits }
        set { parser.limits = newValue }
    }

    /// An open connection, of which we are the end `role`. With an `inflater`, which may be shared by all connections of
    /// a thread, the peer may compress its messages: permessage-deflate is agreed on.
    package init(role: EndpointRole, limits: MessageLimits = MessageLimits(), inflater: Inflater? = nil) {
        parser = FrameParser(role: role, limits: limits, inflater: inflater)
    }

    /// The next thing to do about the bytes in `input`, from which those used are taken off; nil when there is
    /// nothing more.
    ///
    /// Between two calls the owner may do anything, such as `close`. The bytes in `input` are changed in place, and
    /// a payload may lie in them. Complexity: O(n) in the bytes used.
    package mutating func next(_ input: inout UnsafeMutableRawBufferPointer) -> Action? {
        while phase != .closed, let event = parser.next(&input) {
            if let action = action(for: event) { return action }
        }
        return nil
    }

    /// Performs every action that `bytes` call for. `perform` must not touch the connection; an owner that may
    /// close while it performs calls `next` instead.
    package mutating func receive(_ bytes: UnsafeMutableRawBufferPointer, _ perform: (Action) -> Void) {
        var rest = bytes
        while let action = next(&rest) { perform(action) }
    }

    /// Begins the closing handshake: the close frame to send, or nil when one was sent before. The peer's answer
    /// ends the connection; how long to wait for it is the owner's to decide. A reason beyond 123 bytes is cut.
    package mutating func close(_ code: CloseCode? = .normal, reason: String = "") -> [UInt8]? {
        guard phase == .open else { return nil }
        phase = .closing
        return FrameWriter.close(code, reason: reason, mask: mask())
    }

    @inline(__always)
    private mutating func action(for event: FrameEvent) -> Action? {
        switch event {
        case .text(let payload): phase == .open ? .text(payload) : nil
        case .binary(let payload): phase == .open ? .binary(payload) : nil
        case .pong(let payload): phase == .open ? .pong(payload) : nil
        case .ping(let payload): .send(payload.withBytes { FrameWriter.frame(.pong, $0, mask: mask()) })
        case .close(let code, let reason): end(closeEnding(code, reason), code, "")
        case .failure(let violation): end(.violation(violation), violation.closeCode, violation.reason)
        }
    }

    private func closeEnding(_ code: CloseCode?, _ reason: String) -> Ending {
        phase == .open ? .closedByPeer(code, reason: reason) : .closedByUs(code, reason: reason)
    }

    /// Each end sends one close frame: ours goes out now unless it did before.
    private mutating func end(_ ending: Ending, _ code: CloseCode?, _ reason: String) -> Action {
        let farewell = phase == .open ? FrameWriter.close(code, reason: reason, mask: mask()) : []
        phase = .closed
        return .end(ending, sending: farewell)
    }

    private func mask() -> MaskKey? {
        parser.role == .client ? .random() : nil
    }
}
