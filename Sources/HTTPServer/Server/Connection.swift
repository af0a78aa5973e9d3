import CMicrohttpd
import Loop

/// An open connection, as long as libmicrohttpd has it.
@SceneActor final class Connection {
    /// libmicrohttpd's name of it; `nil` when it is closed.
    @exclusivity(unchecked) private(set) var pointer: OpaquePointer?
    let socket: RawSocket
    /// Where it comes from.
    let network: PeerNetwork?
    /// The address of whoever is at the other end; empty when they had gone before anybody asked.
    private(set) lazy var peerAddress = pointer == nil ? "" : socket.peerAddress
    /// What runs on it: an exchange.
    @exclusivity(unchecked) var running: AnyObject?
    /// Whether nothing has been asked on it yet.
    var isFresh = true
    /// How long it may take for what it is at.
    @exclusivity(unchecked) var deadline = Deadline()
    /// How many bytes had been read of it when that was last asked for.
    private var readCount: UInt64?

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        socket = RawSocket(descriptor: cmicrohttpd_descriptor(pointer))
        network = socket.peerNetwork
    }

    /// Whether something of a request waits to be read, and nothing has been read since this was last asked.
    func isStuck() -> Bool {
        let waiting = deadline.isOurs ? 0 : socket.waitingCount
        let count = waiting > 0 ? socket.receivedCount &- waiting : nil
        defer { readCount = count }
        return count != nil && count == readCount
    }

    /// It is closed: libmicrohttpd has forgotten it.
    func end() { pointer = nil }
}
