import CMicrohttpd
import Loop

/// An open connection of libmicrohttpd.
@SceneActor final class Connection {
    /// The connection in libmicrohttpd; `nil` when it is closed.
    @exclusivity(unchecked) private(set) var pointer: OpaquePointer?
    let socket: RawSocket
    /// The network of the client.
    let network: PeerNetwork?
    /// The client's address; empty if the client disconnected before the address was read.
    private(set) lazy var peerAddress = pointer == nil ? "" : socket.peerAddress
    /// The running exchange.
    @exclusivity(unchecked) var running: AnyObject?
    /// Whether no request has begun on the connection yet.
    var isFresh = true
    /// The time limit of the current stage.
    @exclusivity(unchecked) var deadline = Deadline()
    /// The number of bytes read when ``isStuck()`` was last called.
    private var readCount: UInt64?

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        socket = RawSocket(descriptor: cmicrohttpd_descriptor(pointer))
        network = socket.peerNetwork
    }

    /// Returns whether bytes of a request wait, and none has been read since the last call.
    func isStuck() -> Bool {
        let waiting = deadline.isOurs ? 0 : socket.waitingCount
        let count = waiting > 0 ? socket.receivedCount &- waiting : nil
        defer { readCount = count }
        return count != nil && count == readCount
    }

    /// Marks the connection as closed, because libmicrohttpd has dropped it.
    func end() { pointer = nil }
}
