import Loop

/// Whoever speaks over a taken-over socket.
@SceneActor package protocol SocketHandler: AnyObject {
    /// Bytes have arrived. They may be changed in place and are gone after the call.
    func socket(_ id: SocketID, received bytes: UnsafeMutableRawBufferPointer)
    /// Everything that was queued has been handed to the system.
    func socketDrained(_ id: SocketID)
    /// The socket is closed; nothing follows.
    func socketClosed(_ id: SocketID)
}
