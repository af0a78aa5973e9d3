import Loop

/// A protocol on a socket that was taken over from HTTP.
@SceneActor package protocol SocketHandler: AnyObject {
    /// Called with received bytes. The handler may change them in place, removes the bytes that it used, and must not
    /// keep the buffer. While bytes remain, nothing more is read. The remaining bytes are passed again after
    /// ``Sockets/resume(_:)``.
    func socket(_ id: SocketID, received bytes: inout UnsafeMutableRawBufferPointer)
    /// Called when all queued bytes have been passed to the system.
    func socketDrained(_ id: SocketID)
    /// Called when the socket is closed. No call follows.
    func socketClosed(_ id: SocketID)
}
