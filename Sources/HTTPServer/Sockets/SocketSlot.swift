import Loop

/// The state that `Sockets` keeps of one socket; empty if the slot is free.
@SceneActor struct SocketSlot {
    var descriptor: Int32 = -1
    var generation: UInt32 = 0
    var queue = SendQueue()
    /// Whether to close the socket when everything has been sent.
    var isClosing = false
    /// Whether the socket is in `unsent`.
    var isUnsent = false
    /// Whether the system took no more, so that epoll must report when it does.
    var isBlocked = false
    /// Whether a reader of the queue's size saw bytes waiting, and so may have held back others.
    var isWaitedFor = false
    /// Whether our side is shut down and only the peer's end is awaited.
    var isShut = false
    /// Whether the remaining bytes are about to be passed again.
    var isResumed = false
    // The values above are used for each message, so they are together in memory.
    var token: Poller.Token?
    var handler: (any SocketHandler)?
    /// The memory share of the socket's address, if that has a limit.
    var share: ByteShare?
    /// The number of bytes of this socket that count in ``share``.
    var counted = 0
    /// Received bytes that the handler has not used. Nothing more is read while there are any.
    var left: ArraySlice<UInt8> = []

    /// Whether nothing waits to be sent and the socket is not closing.
    var isIdle: Bool { queue.count == 0 && !isClosing }
}
