import Compression

/// The state of a WebSocket after its handshake: open, closing, closed (RFC 6455, sections 5.5 and 7), as a value
/// without I/O.
///
/// Bytes go in and actions come out. The owner of the socket only performs them:
///
///     var rest = readBuffer
///     while let action = connection.next(&rest) { perform(action) }
///
/// It takes a few machine words, and no memory between messages. It is not isolated: the owner of the socket must guard
/// it.
package struct WebSocketConnection {
    /// The phase of the connection.
    package enum Phase: UInt8, Sendable {
        /// Messages may be sent and received.
        case open
        /// We sent a close frame and wait for the peer's. No message may be sent, and none is delivered.
        case closing
        /// Nothing more is sent or read. The transport must be shut down.
        case closed
    }

    /// An action for the owner.
    package enum Action {
        /// Deliver a text message, which is valid UTF-8.
        case text(FramePayload)
        /// Deliver a binary message.
        case binary(FramePayload)
        /// Note that the peer answered a ping with these bytes.
        case pong(FramePayload)
        /// Send these bytes.
        case send([UInt8])
        /// Send these bytes, if any, then shut down the transport: the connection has ended.
        case end(Ending, sending: [UInt8])
    }

    /// The reason why a connection has ended.
    package enum Ending: Equatable, Sendable {
        /// The peer closed the connection.
        case closedByPeer(CloseCode?, reason: String)
        /// The peer answered our close frame.
        case closedByUs(CloseCode?, reason: String)
        /// The peer violated the protocol.
        case violation(ProtocolViolation)
    }

    private var parser: FrameParser
    /// The current phase.
    package private(set) var phase = Phase.open

    /// The number of bytes held of an incomplete message.
    package var keptCount: Int { parser.keptCount }

    /// The limits for the peer's messages. A change applies from the next frame on.
    package var limits: MessageLimits {
        get { parser.limits }
        set { parser.limits = newValue }
    }

    /// Makes an open connection with us as the end `role`. With an `inflater`, permessage-deflate is agreed on, and the
    /// peer may compress its messages. All connections of a thread may share an inflater.
    package init(role: EndpointRole, limits: MessageLimits = MessageLimits(), inflater: Inflater? = nil) {
        parser = FrameParser(role: role, limits: limits, inflater: inflater)
    }

    /// Returns the next action for the bytes in `input`, and removes the bytes it used; nil when there is no further
    /// action.
    ///
    /// Between two calls the owner may do anything, such as `close`. The bytes in `input` are changed in place, and a
    /// payload may be part of them. Complexity: O(n) in the bytes used.
    package mutating func next(_ input: inout UnsafeMutableRawBufferPointer) -> Action? {
        while phase != .closed, let event = parser.next(&input) {
            if let action = action(for: event) { return action }
        }
        return nil
    }

    /// Performs every action for `bytes`. `perform` must not use the connection. An owner that may close the connection
    /// while it performs an action must call `next` instead.
    package mutating func receive(_ bytes: UnsafeMutableRawBufferPointer, _ perform: (Action) -> Void) {
        var rest = bytes
        while let action = next(&rest) { perform(action) }
    }

    /// Begins the closing handshake. Returns the close frame to send, or nil if one was sent before. The peer's answer
    /// ends the connection; the owner decides how long to wait for it. A reason over 123 bytes is cut.
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

    /// Ends the connection. Each end sends one close frame: ours is sent now unless it was sent before.
    private mutating func end(_ ending: Ending, _ code: CloseCode?, _ reason: String) -> Action {
        let farewell = phase == .open ? FrameWriter.close(code, reason: reason, mask: mask()) : []
        phase = .closed
        return .end(ending, sending: farewell)
    }

    private func mask() -> MaskKey? {
        parser.role == .client ? .random() : nil
    }
}
