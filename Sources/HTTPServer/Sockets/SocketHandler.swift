import Loop

/// Whoever speaks over a taken-over socket.
@SceneActor package protocol SocketHandler: AnyObject {
    /// Bytes have arrived. They may be changed in place, and those used are taken off; they are gone after the call.
    /// While there are others left, nothing more is read: they are given again after ``Sockets/resume(_:)``.
    func socket(_ id: SocketID, received bytes: inout UnsafeMutableRawBufferPointer)
    /// Everything that was queued has been handed to the system.
    func socketDrained(_ id: SocketID)
    /// The socket is closed; nothing follows.
    func socketClosed(_ id: SocketID)
}
