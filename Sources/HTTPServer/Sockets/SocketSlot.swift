import Loop

/// What `Sockets` keeps of one socket. It is empty when no socket has its number.
@SceneActor struct SocketSlot {
    var descriptor: Int32 = -1
    var generation: UInt32 = 0
    var queue = SendQueue()
    /// Whether the socket is to be closed when everything has been sent.
    var isClosing = false
    /// Whether the socket is in `unsent`.
    var isUnsent = false
    /// Whether the system took no more, so that epoll has to say when it does.
    var isBlocked = false
    /// Whether somebody was told that bytes wait, and so may have held something back until they do not.
    var isWaitedFor = false
    /// Whether our side is shut and only the peer's end is awaited.
    var isShut = false
    /// Whether what is left is about to be given again.
    var isResumed = false
    // What stands above is what is looked at for each message: it is together in memory.
    var token: Poller.Token?
    var handler: (any SocketHandler)?
    /// The bytes of the address that the socket is of, if that has a limit.
    var share: ByteShare?
    /// How much of the queue, and of what is left, is counted among them.
    var counted = 0
    /// What has been read and the handler has not taken; nothing more is read while there is some.
    var left: ArraySlice<UInt8> = []

    /// Whether nothing waits to be sent, and something may be.
    var isIdle: Bool { queue.count == 0 && !isClosing }
}
